package dev.buoy.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Prometheus would read of a scrape in the text format: samples, and the families with type and help. */
public record Scrape(List<Sample> samples, Map<String, Family> families) {
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)(?: \\S+)?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    public record Sample(String name, Map<String, String> labels, double value) {}

    public record Family(String name, String type, String help) {}

    public static Scrape of(String text) {
        List<Sample> samples = new ArrayList<>();
        Map<String, String> helps = new LinkedHashMap<>();
        Map<String, Family> families = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            String[] words = line.split(" ", 4);
            if (line.startsWith("# HELP ")) {
                helps.put(words[2], words.length > 3 ? words[3].trim() : "");
            } else if (line.startsWith("# TYPE ")) {
                families.put(words[2], new Family(words[2], words[3].trim(), helps.getOrDefault(words[2], "")));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                samples.add(sample(line));
            }
        }
        return new Scrape(samples, families);
    }

    private static Sample sample(String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new IllegalArgumentException("no sample: " + line);
        }
        Map<String, String> labels = new LinkedHashMap<>();
        if (sample.group(2) != null) {
            Matcher label = LABEL.matcher(sample.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
        }
        return new Sample(sample.group(1), labels, Double.parseDouble(sample.group(3)));
    }

    /** The value of the one sample with this name and these labels, given as pairs. */
    public double value(String name, String... labels) {
        List<Sample> found = all(name, labels);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " samples " + name + List.of(labels) + ": " + found);
        }
        return found.get(0).value();
    }

    /** All samples of this name that have at least these labels. */
    public List<Sample> all(String name, String... labels) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample -> {
                    for (int i = 0; i < labels.length; i += 2) {
                        if (!labels[i + 1].equals(sample.labels().get(labels[i]))) {
                            return false;
                        }
                    }
                    return true;
                })
                .toList();
    }
}
