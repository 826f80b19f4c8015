package dev.buoy.cache;

import dev.buoy.wire.Utf8Sink;

/**
 * What surrounds the applications of an answer, or the instances of a single application. Small, and made anew for each
 * answer.
 *
 * @param application   the single application; null when the answer lists applications
 * @param versionsDelta the number that the answer carries (contract §7.4)
 * @param appsHashCode  the counts by status that it carries (contract §7.3)
 * @param empty         whether it lists no application
 */
record Frame(String application, long versionsDelta, String appsHashCode, boolean empty) {

    static Frame ofApplication(String name) {
        return new Frame(name, 0, "", false);
    }

    static Frame ofDocument(long versionsDelta, String appsHashCode, boolean empty) {
        return new Frame(null, versionsDelta, appsHashCode, empty);
    }

    /** Whether the answer is one application by itself. */
    boolean isSingleApplication() {
        return application != null;
    }

    void writeStart(Rendering as, Utf8Sink sink) {
        if (isSingleApplication()) {
            as.codec().writeSingleApplicationStart(as.format(), as.form(), application, sink);
        } else {
            as.codec().writeDocumentStart(as.format(), as.form(), versionsDelta, appsHashCode, empty, sink);
        }
    }

    void writeEnd(Rendering as, Utf8Sink sink) {
        if (isSingleApplication()) {
            as.codec().writeSingleApplicationEnd(as.format(), as.form(), sink);
        } else {
            as.codec().writeDocumentEnd(as.format(), as.form(), versionsDelta, appsHashCode, empty, sink);
        }
    }
}
