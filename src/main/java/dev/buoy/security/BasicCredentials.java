package dev.buoy.security;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Name and password of HTTP's basic authentication. */
record BasicCredentials(String name, String password) {
    private static final String SCHEME = "Basic ";

    static boolean isBasic(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /** Reads the header's value; empty if it is malformed. */
    static Optional<BasicCredentials> read(String authorization) {
        String pair;
        try {
            byte[] decoded = Base64.getDecoder()
                    .decode(authorization.substring(SCHEME.length()).strip());
            pair = new String(decoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int colon = pair.indexOf(':');
        return colon < 0
                ? Optional.empty()
                : Optional.of(new BasicCredentials(pair.substring(0, colon), pair.substring(colon + 1)));
    }
}
