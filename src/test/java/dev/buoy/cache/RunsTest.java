package dev.buoy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunsTest {
    @Test
    void runsOfUnitsAreAsEqualAsTheyCanBe() {
        List<List<Integer>> runs = Runs.of(Collections.nCopies(100, 1), n -> n, 32);

        assertThat(runs).extracting(List::size).containsExactly(33, 34, 33);
    }

    @Test
    void nothingIsLostReorderedOrLeftInAnEmptyRun() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            List<Integer> elements =
                    random.ints(1 + random.nextInt(200), 1, 49).boxed().toList();

            List<List<Integer>> runs = Runs.of(elements, n -> n, 32);

            List<Integer> joined = new ArrayList<>();
            runs.forEach(joined::addAll);
            assertThat(joined).isEqualTo(elements);
            assertThat(runs).noneMatch(List::isEmpty);
            assertThat(runs).allMatch(run -> run.stream().mapToInt(n -> n).sum() <= 100);
        }
    }
}
