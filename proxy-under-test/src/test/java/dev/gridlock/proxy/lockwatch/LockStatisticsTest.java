package dev.gridlock.proxy.lockwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.route.usage.Hosts;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockStatisticsTest {

    private final LockStatistics statistics = new LockStatistics(Duration.ofMillis(2));
    private final LockLedger ledger = new LockLedger(16);
    private final Catalog catalog =
            new Catalog(CatalogLocks.create("parking-lot-0.12.5"), ledger, statistics, Loading.EAGER, new Hosts());

    @Test
    void countsEveryWriteAndOneInSoManyOfTheReadsThatGetTheLockAtOnce() {
        for (int number = 0; number < 3 * LockLedger.READS_IN_FULL_ONE_IN; number++) {
            catalog.read("route", "shop", view -> "");
        }
        for (int number = 0; number < 5; number++) {
            write("apply-change");
        }

        assertThat(statistics.summaries())
                .extracting(LockStatistics.Summary::label, LockStatistics.Summary::mode)
                .containsExactly(tuple("apply-change", LockMode.EXCLUSIVE), tuple("route", LockMode.SHARED));
        assertThat(statistics.summaries())
                .extracting(
                        summary -> summary.waits().getTotalCount(),
                        summary -> summary.holds().getTotalCount(),
                        summary -> summary.found().getTotalCount())
                .containsExactly(tuple(5L, 5L, 0L), tuple(3L, 3L, 0L));
        assertThat(ledger.quickReads()).isEqualTo(3 * (LockLedger.READS_IN_FULL_ONE_IN - 1));
    }

    @Test
    void aWriteThatGaveUpHasAWaitAndNoHold() {
        catalog.read("status", "", view -> {
            Thread writer = Thread.ofPlatform()
                    .start(() -> catalog.write(
                            "lazy-load", "shop", "u-7", WriteTimeout.after(Duration.ofMillis(5)), edit -> true));
            LockedCatalog.join(writer);
            return true;
        });

        LockStatistics.Summary load = statistics.summaries().getFirst();
        assertThat(load.label()).isEqualTo("lazy-load");
        assertThat(load.holds().getTotalCount()).isZero();
        assertThat(load.waits().getTotalCount()).isEqualTo(1);
        assertThat(load.waits().getMaxValue()).isGreaterThanOrEqualTo(5_000_000);
        // The read was inside for as long, and is kept as slow too, if it was its turn to be recorded in full: the
        // first is.
        assertThat(statistics.slow())
                .extracting(SlowOperation::label, SlowOperation::app, SlowOperation::outcome)
                .containsExactly(tuple("lazy-load", "shop", "timed-out"), tuple("status", "", "completed"));
    }

    @Test
    void aQuickReadThatALookFoundInsideIsCountedApart() {
        catalog.read("route", "shop", view -> "the first is recorded in full");
        catalog.read("route", "shop", view -> {
            ledger.markQuickReads();
            return "";
        });

        LockStatistics.Summary route = statistics.summaries().getFirst();
        assertThat(route.holds().getTotalCount()).isEqualTo(1);
        assertThat(route.found().getTotalCount()).isEqualTo(1);
        assertThat(route.toMap()).containsKey("foundInside");
    }

    @Test
    void keepsTheLastSlowOperationsInTheirOrder() {
        var slow = new SlowOperations(4);
        for (int number = 0; number < 10; number++) {
            slow.add(SlowOperation.ofQuickRead("route", "app-" + number, number));
        }

        List<SlowOperation> last = slow.last();
        assertThat(last).extracting(SlowOperation::app).containsExactly("app-6", "app-7", "app-8", "app-9");
        assertThat(last).isSortedAccordingTo(Comparator.comparing(SlowOperation::heldNanos));
    }

    private void write(String label) {
        catalog.write(label, "shop", "u-1", WriteTimeout.none(), edit -> true);
    }
}
