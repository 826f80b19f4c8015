package dev.buoy.actuator;

import java.util.regex.Pattern;

/** Hides the values of settings: all of them, or those that look like secrets. */
record Sanitizer(boolean showValues) {
    private static final String HIDDEN = "******";
    private static final Pattern SECRET = Pattern.compile(
            "(?i)(passw(or)?d|pwd|secret|token|credential|private|certificate|(^|[._-])key|key([._-]|$)|api-?key|dsn|sasl|jaas|auth|cookie|jdbc.*url|connection-?string)");
    private static final Pattern USER_INFO = Pattern.compile("//[^/\\s]*@");

    static Sanitizer of(String showValues) {
        return new Sanitizer(showValues.equalsIgnoreCase("always"));
    }

    String value(String name, String value) {
        if (!showValues || SECRET.matcher(name).find()) {
            return HIDDEN;
        }
        return value == null ? "" : USER_INFO.matcher(value).replaceAll("//" + HIDDEN + "@");
    }
}
