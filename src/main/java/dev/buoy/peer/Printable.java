package dev.buoy.peer;

import dev.buoy.model.InstanceKey;

/** Text of others for the log: on one line, and not without end. */
final class Printable {
    private static final int MOST = 200;

    private Printable() {}

    static String of(InstanceKey key) {
        return of(key.toString());
    }

    static String of(String text) {
        StringBuilder printable = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), MOST); i++) {
            char c = text.charAt(i);
            printable.append(c < ' ' || c >= 0x7f ? '?' : c);
        }
        return printable.toString();
    }
}
