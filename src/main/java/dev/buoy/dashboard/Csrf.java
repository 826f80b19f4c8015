package dev.buoy.dashboard;

import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Tells whether a form was sent by a page of ours: the page holds what a cookie holds, and nobody else's page can read either.
 * The server keeps nothing, so that the next request may go to another node.
 */
final class Csrf {
    static final String FIELD = "csrf";
    private static final String COOKIE = "buoy-csrf";
    private static final int BYTES = 16;

    private final SecureRandom random = new SecureRandom();

    /** The token for a form of this answer; makes the browser keep it. */
    String token(HttpServerRequest request) {
        Cookie present = request.getCookie(COOKIE);
        if (present != null && present.getValue().matches("[0-9a-f]{" + 2 * BYTES + "}")) {
            return present.getValue();
        }
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String token = HexFormat.of().formatHex(bytes);
        request.response()
                .addCookie(Cookie.cookie(COOKIE, token)
                        .setHttpOnly(true)
                        .setSameSite(CookieSameSite.STRICT)
                        .setSecure(request.isSSL()));
        return token;
    }

    /** Whether the token of a form is the one that the browser keeps, and the browser says of no other page that it sent the form. */
    boolean isOurs(HttpServerRequest request, String token) {
        String site = request.getHeader("Sec-Fetch-Site");
        Cookie kept = request.getCookie(COOKIE);
        return (site == null || site.equals("same-origin"))
                && kept != null
                && !token.isEmpty()
                && MessageDigest.isEqual(
                        kept.getValue().getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }
}
