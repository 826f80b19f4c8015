package dev.buoy.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Parameters of a raw query. Of a repeated name the first counts; without {@code =} the value is empty (contract §1.5). */
final class Query {
    private Query() {}

    /** The value of a parameter, or null when it is not there; an empty one is there. */
    static String first(String query, String name) {
        if (query == null) {
            return null;
        }
        int length = query.length();
        for (int at = 0; at < length; ) {
            int end = endOfParameter(query, at);
            int equals = equalsSign(query, at, end);
            if (isNamed(query, at, equals, name)) {
                return equals == end ? "" : PercentEncoding.decodeParameter(query, equals + 1, end);
            }
            at = end + 1;
        }
        return null;
    }

    /** All parameters in their order. */
    static Map<String, String> all(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (query == null) {
            return parameters;
        }
        for (int at = 0; at < query.length(); ) {
            int end = endOfParameter(query, at);
            if (end > at) {
                int equals = equalsSign(query, at, end);
                parameters.putIfAbsent(
                        PercentEncoding.decodeParameter(query, at, equals),
                        equals == end ? "" : PercentEncoding.decodeParameter(query, equals + 1, end));
            }
            at = end + 1;
        }
        return parameters;
    }

    /** A timestamp; empty for what is none. One before 1970 is older than any, and so is 0. */
    static OptionalLong timestamp(String value) {
        try {
            return OptionalLong.of(Math.max(0, Long.parseLong(value)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static int endOfParameter(String query, int from) {
        int end = query.indexOf('&', from);
        return end < 0 ? query.length() : end;
    }

    private static int equalsSign(String query, int from, int end) {
        int equals = query.indexOf('=', from);
        return equals < 0 || equals > end ? end : equals;
    }

    private static boolean isNamed(String query, int from, int to, String name) {
        if (to - from == name.length() && query.startsWith(name, from)) {
            return true;
        }
        return to - from > name.length()
                && query.indexOf('%', from) >= 0
                && name.equals(PercentEncoding.decodeParameter(query, from, to));
    }
}
