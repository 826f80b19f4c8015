package dev.buoy.dashboard;

import dev.buoy.model.InstanceStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * What a list has around its lines: what was asked for, its order, and the way to its other parts.
 *
 * @param text     the words looked for
 * @param app      the one application looked in; empty for all
 * @param sort     what it is sorted by; empty for the name
 * @param paging   which part is shown
 * @param choices  by what it may be narrowed down
 * @param sorts    by what it may be sorted
 * @param previous query of the part before
 * @param next     query of the part after
 */
public record ListFrame(
        String text,
        String app,
        String sort,
        Paging paging,
        List<Choice> choices,
        List<Choice> sorts,
        String previous,
        String next) {

    /** A value that may be chosen, and whether it is. */
    public record Choice(String value, String label, boolean chosen) {}

    static ListFrame of(Question question, Paging paging, List<Choice> choices, List<Choice> sorts) {
        return new ListFrame(
                question.search().text(),
                question.app(),
                question.sort(),
                paging,
                choices,
                sorts,
                question.query(question.sort(), paging.page() - 1),
                question.query(question.sort(), paging.page() + 1));
    }

    /** With a parameter more in the queries of its other parts. */
    ListFrame with(String name, String value) {
        if (value.isEmpty()) {
            return this;
        }
        String parameter = name + "=" + Links.encoded(value);
        return new ListFrame(text, app, sort, paging, choices, sorts, and(previous, parameter), and(next, parameter));
    }

    private static String and(String query, String parameter) {
        return query + (query.isEmpty() ? "?" : "&") + parameter;
    }

    static List<Choice> statuses(Question question) {
        List<Choice> choices = new ArrayList<>();
        choices.add(new Choice("", "Any status", question.status() == null && !question.forced()));
        for (InstanceStatus status : InstanceStatus.values()) {
            choices.add(new Choice(status.name(), status.name(), question.status() == status));
        }
        choices.add(new Choice("forced", "Forced by an operator", question.forced()));
        return choices;
    }

    /** Values and labels by turns. */
    static List<Choice> choices(String chosen, String... valuesAndLabels) {
        List<Choice> choices = new ArrayList<>();
        for (int i = 0; i < valuesAndLabels.length; i += 2) {
            choices.add(new Choice(valuesAndLabels[i], valuesAndLabels[i + 1], valuesAndLabels[i].equals(chosen)));
        }
        return choices;
    }
}
