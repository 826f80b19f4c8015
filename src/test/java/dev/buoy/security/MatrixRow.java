package dev.buoy.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one request is answered with, by who sends it.
 *
 * @param what     the class that answers Eureka's paths, {@code REST}, or {@code MANAGEMENT}
 * @param asPeer   whether it is sent as peers send it
 * @param statuses by the column's name; a column without a status is not asked
 */
record MatrixRow(String what, String method, boolean asPeer, String path, Map<String, Integer> statuses) {
    private static final List<String> COLUMNS =
            List.of("anonymous", "reader", "own", "other", "peer", "admin", "wrong", "expired", "unknown", "open");

    static List<MatrixRow> all() {
        try (var lines = Files.lines(Path.of("src/test/resources/security-matrix.txt"))) {
            return lines.filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(MatrixRow::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MatrixRow of(String line) {
        String[] cells = line.trim().split("\\s+");
        if (cells.length != 3 + COLUMNS.size()) {
            throw new IllegalArgumentException("a row has " + (3 + COLUMNS.size()) + " cells: " + line);
        }
        Map<String, Integer> statuses = new HashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            if (!cells[3 + i].equals("-")) {
                statuses.put(COLUMNS.get(i), Integer.valueOf(cells[3 + i]));
            }
        }
        return new MatrixRow(cells[0], cells[1].replace("*", ""), cells[1].endsWith("*"), cells[2], statuses);
    }

    boolean isOfManagement() {
        return what.equals("MANAGEMENT");
    }

    /** Whether the request changes what others are to find. */
    boolean isWrite() {
        return !List.of("GET", "HEAD", "OPTIONS").contains(method);
    }

    String pathOnly() {
        return path.replaceFirst("\\?.*", "");
    }
}
