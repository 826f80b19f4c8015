package dev.buoy.actuator;

import io.vertx.core.MultiMap;
import java.util.List;

/** One management endpoint. Called on a worker thread, and may wait. */
interface Endpoint {
    /** Its name in the path and in the settings. */
    String id();

    /** What may follow it in the path, as a template such as {@code {name}}; empty if nothing may. */
    default String template() {
        return "";
    }

    /** Whether it answers at all once it is exposed. */
    default boolean isAvailable() {
        return true;
    }

    Result get(Question question);

    default Result post(Question question) {
        return Result.METHOD_NOT_ALLOWED;
    }

    /**
     * What is asked.
     *
     * @param path       the decoded segments that follow the endpoint's name
     * @param parameters of the query
     * @param headers    of the request
     * @param body       as text; empty for GET
     */
    record Question(List<String> path, MultiMap parameters, MultiMap headers, String body) {
        /** Whether a text is wanted rather than JSON. */
        boolean wantsText() {
            String accept = headers.get("Accept");
            return accept != null && accept.startsWith("text/plain");
        }
    }
}
