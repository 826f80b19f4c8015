package dev.buoy.helm;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code values.yaml} with its comments: one entry for each key that a comment describes. */
final class ValuesFile {
    private static final Pattern KEY = Pattern.compile("( *)(\\w+):(.*)");
    private static final String COMMENT = "# -- ";

    /**
     * A documented key.
     *
     * @param path names from the root down
     */
    record Entry(List<String> path, String description, JsonNode defaultValue) {
        String name() {
            return String.join(".", path);
        }
    }

    private record Open(int indent, String key, boolean described) {}

    private final Deque<Open> open = new ArrayDeque<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> undocumented = new ArrayList<>();
    private final JsonNode defaults;

    private ValuesFile(JsonNode defaults) {
        this.defaults = defaults;
    }

    static ValuesFile read(Path file) throws IOException {
        var values = new ValuesFile(new YAMLMapper().readTree(file.toFile()));
        var comment = Optional.<String>empty();
        for (var line : Files.readAllLines(file)) {
            var text = line.strip();
            if (text.startsWith(COMMENT)) {
                comment = Optional.of(text.substring(COMMENT.length()));
            } else if (!text.startsWith("#")) {
                values.key(line, comment);
                comment = Optional.empty();
            }
        }
        return values;
    }

    private void key(String line, Optional<String> comment) {
        var key = KEY.matcher(line);
        if (!key.matches()) {
            return;
        }
        int indent = key.group(1).length();
        while (!open.isEmpty() && open.getLast().indent() >= indent) {
            open.removeLast();
        }
        boolean inside = open.stream().anyMatch(Open::described);
        open.addLast(new Open(indent, key.group(2), comment.isPresent()));
        var path = open.stream().map(Open::key).toList();
        comment.ifPresent(text -> entries.add(new Entry(path, text, valueAt(path))));
        if (!inside && comment.isEmpty() && !key.group(3).isBlank()) {
            undocumented.add(String.join(".", path));
        }
    }

    private JsonNode valueAt(List<String> path) {
        return defaults.at(JsonPointer.compile(path.stream().collect(Collectors.joining("/", "/", ""))));
    }

    List<Entry> entries() {
        return entries;
    }

    /** Keys that no comment explains, neither their own nor one of a key above them. */
    List<String> undocumented() {
        return undocumented;
    }
}
