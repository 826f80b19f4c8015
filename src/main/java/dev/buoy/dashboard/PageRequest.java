package dev.buoy.dashboard;

import dev.buoy.changelog.ChangeKind;
import dev.buoy.model.InstanceKey;
import io.vertx.core.MultiMap;
import java.util.Locale;
import java.util.Optional;

/**
 * A request for a page.
 *
 * @param page       the last part of its path; empty for the first page
 * @param links      from there to the other pages
 * @param parameters of its query
 * @param visitor    who sent it
 */
record PageRequest(String page, Links links, MultiMap parameters, Visitor visitor) {

    /** A parameter; empty if it is not there. */
    String parameter(String name) {
        String value = parameters.get(name);
        return value == null ? "" : value;
    }

    Question question() {
        return Question.of(
                parameters.get("q"),
                parameters.get("app"),
                parameters.get("status"),
                parameters.get("sort"),
                parameters.get("page"));
    }

    /** The kind of change that is asked for; null for any. */
    ChangeKind kind() {
        for (ChangeKind kind : ChangeKind.values()) {
            if (kind.name().equals(parameters.get("kind"))) {
                return kind;
            }
        }
        return null;
    }

    /** The instance that is named, if one is. */
    Optional<InstanceKey> instance() {
        String app = parameters.get("app");
        String id = parameters.get("id");
        return app == null || id == null
                ? Optional.empty()
                : Optional.of(new InstanceKey(app.toUpperCase(Locale.ROOT), id));
    }
}
