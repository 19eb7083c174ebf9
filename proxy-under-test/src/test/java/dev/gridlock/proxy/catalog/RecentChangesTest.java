package dev.gridlock.proxy.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecentChangesTest {

    private static final ApplicationRows SHOP = new ApplicationRows(
            "shop", Optional.empty(), List.of(new Machine("m-1", "shop", "waw", "a:1", "started", "u-1")));

    private final RecentChanges changes = new RecentChanges();

    @Test
    void onlyWhatCameAfterTheMarkCounts() {
        changes.add("shop", "m-1");
        long mark = changes.mark();

        assertThat(changes.touchedSince(mark, SHOP)).isFalse();
        changes.add("shop", "m-9");
        assertThat(changes.touchedSince(mark, SHOP)).isTrue();
    }

    @Test
    void aMachineThatMovedAwayCountsToo() {
        long mark = changes.mark();
        changes.add("forum", "m-2");
        assertThat(changes.touchedSince(mark, SHOP)).isFalse();

        changes.add("forum", "m-1");
        assertThat(changes.touchedSince(mark, SHOP)).isTrue();
    }

    @Test
    void missedChangesMayHaveBeenAny() {
        long mark = changes.mark();
        changes.addUnknown();

        assertThat(changes.touchedSince(mark, SHOP)).isTrue();
    }

    @Test
    void whatIsNoLongerKeptMayHaveBeenAny() {
        long mark = changes.mark();
        for (int change = 0; change < 4096; change++) {
            changes.add("forum", "m-2");
        }
        assertThat(changes.touchedSince(mark, SHOP)).isFalse();

        changes.add("forum", "m-2");
        assertThat(changes.touchedSince(mark, SHOP)).isTrue();
    }
}
