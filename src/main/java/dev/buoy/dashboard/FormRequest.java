package dev.buoy.dashboard;

import dev.buoy.model.InstanceKey;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A form that an administrator sent.
 *
 * @param page    the request as one for a page
 * @param fields  of the form
 * @param from    the address that it came from
 */
record FormRequest(PageRequest page, MultiMap fields, String from) {

    /** A field; empty if it is not there. */
    String field(String name) {
        String value = fields.get(name);
        return value == null ? "" : value;
    }

    /** What is to be done; empty if the form names nothing known. */
    Optional<Deed> deed() {
        return Optional.ofNullable(Deed.of(field(field("whole").isEmpty() ? "deed" : "whole")));
    }

    /** The application that is meant as a whole; empty if single instances are. */
    String wholeApplication() {
        return field("whole").isEmpty() ? "" : field("app");
    }

    /** The instances that are meant and listed. */
    List<InstanceKey> instances(Fleet fleet) {
        if (!wholeApplication().isEmpty()) {
            return fleet.keysOf(wholeApplication());
        }
        List<InstanceKey> keys = new ArrayList<>();
        for (String reference : fields.getAll("instance")) {
            Map<String, List<String>> parts = new QueryStringDecoder(reference, false).parameters();
            List<String> app = parts.getOrDefault("app", List.of());
            List<String> id = parts.getOrDefault("id", List.of());
            if (!app.isEmpty() && !id.isEmpty()) {
                keys.add(new InstanceKey(app.get(0), id.get(0)));
            } else {
                parts.getOrDefault("key", List.of())
                        .forEach(digest -> fleet.byDigest(digest).ifPresent(keys::add));
            }
        }
        return keys;
    }
}
