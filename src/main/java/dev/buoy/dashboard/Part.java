package dev.buoy.dashboard;

import java.util.List;

/**
 * A part of a list.
 *
 * @param total length of the whole list
 * @param page  which part this is, from 1
 * @param pages how many parts there are
 * @param items of this part
 */
public record Part<T>(int total, int page, int pages, List<T> items) {
    static <T> Part<T> of(Paging paging, List<T> items) {
        return new Part<>(paging.total(), paging.page(), paging.pages(), items);
    }
}
