package dev.buoy.config;

import java.util.regex.Pattern;

/**
 * Hides values that are not for everybody's eyes: all of them, or those whose names look like secrets.
 *
 * @param showValues whether those that do not look like secrets are shown
 */
public record Sanitizer(boolean showValues) {
    private static final String HIDDEN = "******";
    private static final Pattern SECRET = Pattern.compile(
            "(?i)(passw(or)?d|pwd|secret|token|credential|private|certificate|(^|[._-])key|key([._-]|$)|api-?key|dsn|sasl|jaas|auth|cookie|jdbc.*url|connection-?string)");
    private static final Pattern USER_INFO = Pattern.compile("//[^/\\s]*@");

    /** As a setting of Spring Boot says it: {@code always} shows values, anything else hides all. */
    public static Sanitizer of(String showValues) {
        return new Sanitizer(showValues.equalsIgnoreCase("always"));
    }

    /** The value, or stars. Of an address, credentials become stars. */
    public String value(String name, String value) {
        if (!showValues || SECRET.matcher(name).find()) {
            return HIDDEN;
        }
        return value == null ? "" : USER_INFO.matcher(value).replaceAll("//" + HIDDEN + "@");
    }
}
