package dev.buoy.dashboard;

import dev.buoy.model.InstanceKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Where a page links to: relative to its own address, so that links hold below a context path and behind any prefix.
 *
 * @param base from the page to the folder of all pages; empty, or ends with a slash
 */
public record Links(String base) {
    // What browsers and servers take in a request's first line without complaint.
    private static final int LONGEST_QUERY = 1_500;
    private static final int LONGEST_URL = 2_000;

    public String home() {
        return base.isEmpty() ? "./" : base;
    }

    public String page(String name) {
        return base + name;
    }

    public String application(String app) {
        String query = "app=" + encoded(app);
        return base + "instances?" + (query.length() <= LONGEST_QUERY ? query : "q=" + encoded(app.substring(0, 100)));
    }

    public String instance(String app, String id) {
        return base + "instance?" + reference(new InstanceKey(app, id));
    }

    /** Names an instance in a query: by name, or by a digest when its names are too long for an address. */
    public String reference(String app, String id) {
        return reference(new InstanceKey(app, id));
    }

    /** As {@link #reference(String, String)}. */
    static String reference(InstanceKey key) {
        String query = "app=" + encoded(key.app()) + "&id=" + encoded(key.id());
        return query.length() <= LONGEST_QUERY ? query : "key=" + digest(key);
    }

    static boolean needsDigest(InstanceKey key) {
        return reference(key).startsWith("key=");
    }

    static String digest(InstanceKey key) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(key.app().getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            sha.update(key.id().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The address if a click may go there: http or https, to a host, without credentials; else null. */
    public String web(String url) {
        if (url == null || url.length() > LONGEST_URL) {
            return null;
        }
        try {
            URI uri = new URI(url);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            boolean web = scheme.equals("http") || scheme.equals("https");
            return web && uri.getHost() != null && uri.getUserInfo() == null ? url : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
