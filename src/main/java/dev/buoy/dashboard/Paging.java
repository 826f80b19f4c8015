package dev.buoy.dashboard;

import java.util.List;

/**
 * Which part of a list is shown.
 *
 * @param page  from 1
 * @param pages how many there are; at least 1
 * @param total length of the whole list
 * @param first number of the first item shown, from 1; 0 if there is none
 * @param last  number of the last item shown
 */
public record Paging(int page, int pages, int total, int first, int last) {
    static Paging of(int wanted, int size, int total) {
        int pages = Math.max(1, (total + size - 1) / size);
        int page = Math.min(Math.max(1, wanted), pages);
        int first = total == 0 ? 0 : (page - 1) * size + 1;
        return new Paging(page, pages, total, first, Math.min(total, page * size));
    }

    <T> List<T> part(List<T> all) {
        return total == 0 ? List.of() : all.subList(first - 1, last);
    }

    public boolean hasPrevious() {
        return page > 1;
    }

    public boolean hasNext() {
        return page < pages;
    }
}
