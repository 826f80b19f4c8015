package dev.buoy.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseInfoTest {
    private static final LeaseInfo LEASE = new LeaseInfo(10, 20, 1, 2, 3, 4);

    @Test
    void eachChangeLeavesAllElseAsItIs() {
        assertThat(LEASE.lasting(9)).isEqualTo(new LeaseInfo(10, 9, 1, 2, 3, 4));
        assertThat(LEASE.renewedAt(9)).isEqualTo(new LeaseInfo(10, 20, 1, 9, 3, 4));
        assertThat(LEASE.endedAt(9)).isEqualTo(new LeaseInfo(10, 20, 1, 2, 9, 4));
        assertThat(LEASE.upSince(9)).isEqualTo(new LeaseInfo(10, 20, 1, 2, 3, 9));
    }

    @Test
    void aLeaseThatBeginsHasNotEnded() {
        assertThat(LEASE.begunAt(9)).isEqualTo(new LeaseInfo(10, 20, 9, 9, 0, 4));
    }

    @Test
    void timesByAnotherClockMoveUnlessTheyAreNotYet() {
        assertThat(LEASE.byClockAhead(100)).isEqualTo(new LeaseInfo(10, 20, 101, 102, 103, 104));
        assertThat(LeaseInfo.DEFAULT.byClockAhead(100)).isEqualTo(LeaseInfo.DEFAULT);
    }
}
