package dev.buoy.peer;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The base URL of a server's API, as configured. Credentials in it are not part of its text. */
public final class PeerUrl {
    private final boolean tls;
    private final String host;
    private final int port;
    private final String path;
    private final String authorization;

    private PeerUrl(boolean tls, String host, int port, String path, String authorization) {
        this.tls = tls;
        this.host = host;
        this.port = port;
        this.path = path;
        this.authorization = authorization;
    }

    /**
     * Reads an absolute http or https URL; a missing final slash is added. User and password are percent-decoded.
     *
     * @throws IllegalArgumentException if it is no such URL; the message does not repeat it, since it may hold a password
     */
    public static PeerUrl parse(String text) {
        URI uri;
        try {
            uri = new URI(text.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("a peer's URL is malformed at character " + e.getIndex(), null);
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean tls = scheme.equals("https");
        if (!tls && !scheme.equals("http") || uri.getHost() == null) {
            throw new IllegalArgumentException("a peer's URL must be http://host:port/path/ or https://…");
        }
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        int port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
        String host = uri.getHost().startsWith("[")
                ? uri.getHost().substring(1, uri.getHost().length() - 1)
                : uri.getHost();
        return new PeerUrl(
                tls, host, port, path.endsWith("/") ? path : path + "/", uri.getUserInfo() == null ? null : basic(uri));
    }

    /** A URL made of its parts; without user no credentials are sent. */
    static PeerUrl of(
            boolean tls, String host, int port, String path, Optional<String> user, Optional<String> password) {
        String authorization =
                user.map(name -> basic(name + ":" + password.orElse(""))).orElse(null);
        return new PeerUrl(tls, host, port, path.endsWith("/") ? path : path + "/", authorization);
    }

    // URI's own decoding keeps a plus sign, as it should.
    private static String basic(URI uri) {
        return basic(uri.getUserInfo());
    }

    private static String basic(String userInfo) {
        return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }

    boolean tls() {
        return tls;
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    /** Begins and ends with a slash. */
    String path() {
        return path;
    }

    /** Value of the Authorization header, if the URL has credentials. */
    Optional<String> authorization() {
        return Optional.ofNullable(authorization);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PeerUrl url
                && tls == url.tls
                && port == url.port
                && host.equals(url.host)
                && path.equals(url.path)
                && Objects.equals(authorization, url.authorization);
    }

    @Override
    public int hashCode() {
        return Objects.hash(tls, host, port, path);
    }

    /** The URL without credentials. */
    @Override
    public String toString() {
        String authority = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (tls ? "https://" : "http://") + authority + ":" + port + path;
    }
}
