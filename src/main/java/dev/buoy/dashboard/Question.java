package dev.buoy.dashboard;

import dev.buoy.model.InstanceStatus;
import java.util.Locale;

/**
 * What part of a list is asked for.
 *
 * @param search words to look for
 * @param app    the one application to look in, upper case; empty for all
 * @param status the one status to look for; null for all
 * @param forced whether only instances with a forced status are wanted
 * @param sort   by what to sort; what is not known sorts by name
 * @param page   the part, from 1
 */
record Question(Search search, String app, InstanceStatus status, boolean forced, String sort, int page) {

    static Question of(String text, String app, String status, String sort, String page) {
        return new Question(
                new Search(text),
                app == null ? "" : app.toUpperCase(Locale.ROOT),
                status == null ? null : InstanceStatus.named(status).orElse(null),
                "forced".equals(status),
                sort == null ? "" : sort,
                number(page));
    }

    private static int number(String text) {
        try {
            return text == null ? 1 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    /** The question as a query, for another page and order. */
    String query(String sort, int page) {
        StringBuilder query = new StringBuilder();
        add(query, "app", app);
        add(query, "q", search.text());
        add(query, "status", forced ? "forced" : status == null ? "" : status.name());
        add(query, "sort", sort);
        add(query, "page", page == 1 ? "" : Integer.toString(page));
        return query.toString();
    }

    private static void add(StringBuilder query, String name, String value) {
        if (!value.isEmpty()) {
            query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(Links.encoded(value));
        }
    }
}
