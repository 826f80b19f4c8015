package dev.buoy.dashboard;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The files that pages refer to. Each has the digest of its content in its path, so that it may be kept for ever. */
@Singleton
final class Assets {
    private static final Map<String, String> TYPES = Map.of(
            "buoy.css", "text/css;charset=UTF-8",
            "buoy.js", "text/javascript;charset=UTF-8",
            "buoy.svg", "image/svg+xml");

    private final Map<String, Asset> byPath = new TreeMap<>();
    private final Map<String, String> pathByName = new TreeMap<>();

    /**
     * A file.
     *
     * @param type    as a media type
     * @param content of it
     */
    record Asset(String type, byte[] content) {}

    Assets() {
        TYPES.forEach((name, type) -> {
            byte[] content = read(name);
            String path = "assets/" + digest(content) + "/" + name;
            byPath.put(path, new Asset(type, content));
            pathByName.put(name, path);
        });
    }

    /** Where the file of this name is, below the folder of all pages. */
    String path(String name) {
        return pathByName.get(name);
    }

    Optional<Asset> at(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    private static byte[] read(String name) {
        try (InputStream file = Assets.class.getResourceAsStream("/dashboard/" + name)) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
