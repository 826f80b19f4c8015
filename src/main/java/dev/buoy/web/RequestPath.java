package dev.buoy.web;

import java.util.Locale;

/**
 * The path of a request below the base, as decoded segments (contract §1.2). Slashes at the end and doubled ones do not
 * count, matrix parameters are dropped, a {@code v2} in front is the protocol's version, and an encoded slash is part of
 * its segment.
 */
final class RequestPath {
    private static final String BASE = "eureka";

    // No resource is deeper than four segments. Fields and no list: a heartbeat makes one of these.
    private String first;
    private String second;
    private String third;
    private String fourth;
    private int size;

    private RequestPath() {}

    /** Where the base {@code /eureka} ends in a raw path; -1 if the path is not below it. */
    static int endOfBase(String raw) {
        int from = 0;
        while (from < raw.length() && raw.charAt(from) == '/') {
            from++;
        }
        if (from == 0 || !raw.startsWith(BASE, from)) {
            return -1;
        }
        int end = from + BASE.length();
        if (end == raw.length() || raw.charAt(end) == '/') {
            return end;
        }
        if (raw.charAt(end) != ';') {
            return -1;
        }
        int slash = raw.indexOf('/', end);
        return slash < 0 ? raw.length() : slash;
    }

    /** The path from this index of a raw, still encoded one. */
    static RequestPath parse(String raw, int from) {
        RequestPath path = new RequestPath();
        boolean versioned = false;
        int length = raw.length();
        for (int at = from; at < length; ) {
            int end = raw.indexOf('/', at);
            if (end < 0) {
                end = length;
            }
            int semicolon = raw.indexOf(';', at);
            String segment =
                    PercentEncoding.decodeSegment(raw, at, semicolon >= 0 && semicolon < end ? semicolon : end);
            if (path.size == 0 && !versioned && segment.equals("v2")) {
                versioned = true;
            } else if (!segment.isEmpty()) {
                path.add(segment);
            }
            at = end + 1;
        }
        return path;
    }

    private void add(String segment) {
        switch (size++) {
            case 0 -> first = segment;
            case 1 -> second = segment;
            case 2 -> third = segment;
            case 3 -> fourth = segment;
            default -> {} // so deep there is nothing: the size alone says so
        }
    }

    /** How many segments there are; those beyond the fourth are counted only. */
    int size() {
        return size;
    }

    String first() {
        return first;
    }

    String second() {
        return second;
    }

    String third() {
        return third;
    }

    String fourth() {
        return fourth;
    }

    /** The application of {@code apps/{app}}; upper case, as all applications. */
    String application() {
        return second.toUpperCase(Locale.ROOT);
    }

    /** The instance of {@code apps/{app}/{id}}. */
    String instanceId() {
        return third;
    }
}
