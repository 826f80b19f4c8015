package dev.buoy.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Cuts a list into consecutive runs of about equal size. */
final class Runs {
    private Runs() {}

    /**
     * @param size   how much an element weighs
     * @param target what a run should weigh
     * @return at least one run; none is empty
     */
    static <T> List<List<T>> of(List<T> elements, ToIntFunction<T> size, int target) {
        int total = 0;
        for (T element : elements) {
            total += size.applyAsInt(element);
        }
        double goal = total / (double) Math.max(1, Math.round(total / (double) target));
        List<List<T>> runs = new ArrayList<>();
        int start = 0;
        int before = 0; // weight of all up to here
        for (int i = 0; i < elements.size(); i++) {
            int weight = size.applyAsInt(elements.get(i));
            boolean mostlyBeyond = before + weight / 2.0 > goal * (runs.size() + 1);
            if (mostlyBeyond && i > start) {
                runs.add(elements.subList(start, i));
                start = i;
            }
            before += weight;
        }
        runs.add(elements.subList(start, elements.size()));
        return runs;
    }
}
