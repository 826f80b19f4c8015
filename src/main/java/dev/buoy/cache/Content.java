package dev.buoy.cache;

import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.registry.Registry;
import dev.buoy.registry.RegistryView;
import java.util.List;

/**
 * What an answer says, not yet encoded. Applications and hash code are of one moment.
 *
 * @param view         the registry it was made from, or an older one
 * @param validUntil   it is no longer true after, though the view be the same; epoch milliseconds
 * @param frame        what surrounds the applications
 * @param applications in the order of their names; none is empty
 */
record Content(RegistryView view, long validUntil, Frame frame, List<Application> applications) {
    /** What a client tests for, and a full answer always says (contract §7.4). */
    private static final int FULL_VERSION = 1;

    private static final int NO_DELTA = -1;

    /** Whether it is a single application that is not listed. */
    boolean isMissing() {
        return frame.isSingleApplication() && applications.isEmpty();
    }

    /** The present content of an answer. An application that is not listed yields one without applications. */
    static Content of(FetchQuery query, Registry registry, DeltaWindow window) {
        return switch (query.kind()) {
            case ALL -> all(registry.view());
            case DELTA -> delta(window.present());
            case APPLICATION -> application(registry.view(), query.name());
            case VIP -> vip(registry, query.name(), false);
            case SECURE_VIP -> vip(registry, query.name(), true);
        };
    }

    private static Content all(RegistryView view) {
        return of(view, Long.MAX_VALUE, FULL_VERSION, view.applications(), view.applications());
    }

    private static Content delta(DeltaWindow.Delta delta) {
        RegistryView view = delta.view();
        return of(view, delta.validUntil(), view.revision(), view.applications(), delta.changed());
    }

    private static Content application(RegistryView view, String name) {
        List<Application> found = view.applications().application(name).stream().toList();
        return new Content(view, Long.MAX_VALUE, Frame.ofApplication(name), found);
    }

    private static Content vip(Registry registry, String name, boolean secure) {
        RegistryView view = registry.view(); // first: the answer is then of this view or a newer one
        Applications found = registry.applicationsWithVip(name, secure);
        return of(view, Long.MAX_VALUE, NO_DELTA, found, found);
    }

    private static Content of(
            RegistryView view, long validUntil, long versionsDelta, Applications counted, List<Application> listed) {
        String hashCode = counted.counts().appsHashCode();
        return new Content(view, validUntil, Frame.ofDocument(versionsDelta, hashCode, listed.isEmpty()), listed);
    }
}
