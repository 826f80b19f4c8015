package dev.buoy.dashboard;

import dev.buoy.config.Sanitizer;
import dev.buoy.model.InstanceInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Words to look for; all must be found, each in a name, id, address or metadata entry, whatever their case. A word such as
 * {@code zone=eu-1} is looked for in metadata entries written that way. Masked values are never found, or guessing would
 * reveal them.
 */
final class Search {
    private static final int MOST_CHARACTERS = 200;
    private static final Sanitizer SECRETS = new Sanitizer(true);

    private final String text;
    private final List<String> words = new ArrayList<>();

    Search(String text) {
        this.text = text == null
                ? ""
                : text.substring(0, Math.min(text.length(), MOST_CHARACTERS)).strip();
        for (String word : this.text.split("\\s+")) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
    }

    /** What was asked for. */
    String text() {
        return text;
    }

    boolean matches(InstanceInfo instance) {
        for (String word : words) {
            if (!matches(instance, word)) {
                return false;
            }
        }
        return true;
    }

    boolean matches(RecentChange change) {
        for (String word : words) {
            if (!contains(change.app(), word) && !contains(change.instanceId(), word)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(InstanceInfo instance, String word) {
        return contains(instance.app(), word)
                || contains(instance.instanceId(), word)
                || contains(instance.hostName(), word)
                || contains(instance.ipAddr(), word)
                || contains(instance.vipAddress(), word)
                || inMetadata(instance, word);
    }

    private static boolean inMetadata(InstanceInfo instance, String word) {
        boolean pair = word.indexOf('=') > 0;
        boolean[] found = {false};
        instance.metadata().forEach((key, value) -> {
            if (!found[0]) {
                String entry = pair ? key + "=" + value : value;
                found[0] = contains(key, word)
                        || contains(entry, word) && SECRETS.value(key, value).equals(value);
            }
        });
        return found[0];
    }

    private static boolean contains(String text, String word) {
        if (text == null) {
            return false;
        }
        int last = text.length() - word.length();
        for (int i = 0; i <= last; i++) {
            if (text.regionMatches(true, i, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }
}
