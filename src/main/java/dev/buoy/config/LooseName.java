package dev.buoy.config;

import java.util.regex.Pattern;

/** The name of a setting reduced to what counts: letters and digits, in lower case. */
final class LooseName {
    private static final Pattern IN_ENVIRONMENT = Pattern.compile("(EUREKA|BUOY)_[A-Z0-9_]+");

    private LooseName() {}

    /** Whether the names starts like one of ours, in any spelling. */
    static boolean isOurs(String name) {
        return startsWith(name, "eureka") || startsWith(name, "buoy");
    }

    private static boolean startsWith(String name, String root) {
        return name.length() > root.length()
                && name.regionMatches(true, 0, root, 0, root.length())
                && isSeparator(name.charAt(root.length()));
    }

    static boolean isInEnvironment(String name) {
        return IN_ENVIRONMENT.matcher(name).matches();
    }

    static String of(String name) {
        var loose = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            if (!isSeparator(name.charAt(i))) {
                loose.append(Character.toLowerCase(name.charAt(i)));
            }
        }
        return loose.toString();
    }

    /** What follows a prefix, exactly as it is spelled, or "" if the name does not go on after it. */
    static String after(String loosePrefix, String name) {
        int matched = 0;
        int i = 0;
        for (; i < name.length() && matched < loosePrefix.length(); i++) {
            char c = name.charAt(i);
            if (!isSeparator(c) && Character.toLowerCase(c) != loosePrefix.charAt(matched++)) {
                return "";
            }
        }
        boolean ended = matched == loosePrefix.length() && i < name.length() - 1 && "._\"".indexOf(name.charAt(i)) >= 0;
        return ended ? name.substring(i + 1) : "";
    }

    private static boolean isSeparator(char c) {
        return ".-_\"[]".indexOf(c) >= 0;
    }
}
