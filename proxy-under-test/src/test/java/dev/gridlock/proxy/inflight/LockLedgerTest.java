package dev.gridlock.proxy.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LockLedgerTest {

    @Test
    void followsAnOperationFromTheWishToTheEnd() {
        var ledger = new LockLedger(4);
        LockOperation operation = ledger.begin("route", "shop", "u-1", LockMode.SHARED);

        assertThat(ledger.inFlight()).containsExactly(operation);
        assertThat(operation.phase()).isEqualTo(LockOperation.Phase.WAITING);
        assertThat(operation.thread()).isSameAs(Thread.currentThread());
        ledger.acquired(operation);
        assertThat(operation.phase()).isEqualTo(LockOperation.Phase.HOLDING);
        long now = System.nanoTime();
        assertThat(operation.heldNanos(now)).isBetween(0L, 10_000_000_000L);
        ledger.left(operation, now);

        assertThat(ledger.inFlight()).isEmpty();
        assertThat(ledger.lastHolder()).containsSame(operation);
        assertThat(operation.heldNanos(now + 5)).isEqualTo(operation.heldNanos(now));
        assertThat(operation.endedAgoNanos(now + 5)).isEqualTo(5);
    }

    @Test
    void remembersWhoGaveUpLast() {
        var ledger = new LockLedger(4);
        LockOperation operation = ledger.begin("lazy-load", "shop", "u-1", LockMode.EXCLUSIVE);
        ledger.gaveUp(operation);

        assertThat(ledger.inFlight()).isEmpty();
        assertThat(ledger.lastTimeout()).containsSame(operation);
        assertThat(ledger.lastHolder()).isEmpty();
        assertThat(ledger.timeouts()).isEqualTo(1);
        assertThat(operation.heldNanos(System.nanoTime())).isZero();
    }

    @Test
    void countsWhatItHasNoSlotFor() {
        var ledger = new LockLedger(1);
        LockOperation first = ledger.begin("a", "", "", LockMode.SHARED);
        LockOperation second = ledger.begin("b", "", "", LockMode.SHARED);

        assertThat(ledger.inFlight()).containsExactly(first);
        assertThat(ledger.withoutSlot()).isEqualTo(1);
        ledger.failed(second);
        assertThat(ledger.withoutSlot()).isZero();
        assertThat(ledger.begun()).isEqualTo(2);
    }
}
