package dev.gridlock.proxy.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class QuickReadTest {

    private final LockLedger ledger = new LockLedger(4);

    @Test
    void theFirstReadOfAThreadIsRecordedInFullAndThenOneInManyIs() {
        int inFull = 0;
        for (int read = 0; read < 3 * ThreadTrack.IN_FULL; read++) {
            ThreadTrack quick = ledger.beginQuickRead("route", "shop");
            if (quick == null) {
                inFull++;
                assertThat(read % ThreadTrack.IN_FULL).isZero();
                LockOperation operation = ledger.begin("route", "shop", "", LockMode.SHARED);
                ledger.acquired(operation);
                ledger.left(operation, System.nanoTime());
            } else {
                assertThat(quick.endQuick()).isFalse();
            }
        }

        assertThat(inFull).isEqualTo(3);
        assertThat(ledger.begun()).isEqualTo(3 * ThreadTrack.IN_FULL);
        assertThat(ledger.quickReads()).isEqualTo(3 * (ThreadTrack.IN_FULL - 1));
    }

    @Test
    void isSeenWhileItIsInside() {
        ThreadTrack quick = begun("route", "shop");
        assertThat(ledger.quickReadsInside()).singleElement().satisfies(read -> {
            assertThat(read.thread()).isSameAs(Thread.currentThread());
            assertThat(read.label()).isEqualTo("route");
            assertThat(read.app()).isEqualTo("shop");
            assertThat(read.number()).isGreaterThan(QuickRead.NUMBERS);
            assertThat(read.heldNanos()).isZero();
        });
        quick.endQuick();

        assertThat(ledger.quickReadsInside()).isEmpty();
    }

    @Test
    void hasATimeSinceALookHasFoundIt() {
        ThreadTrack quick = begun("route", "shop");
        ledger.markQuickReads();
        long marked = ledger.quickReadsInside().getFirst().heldNanos();
        long later = ledger.quickReadsInside().getFirst().heldNanos();

        assertThat(later).isGreaterThan(marked);
        assertThat(quick.endQuick()).isTrue();
        assertThat(quick.quickHeldNanos()).isGreaterThan(later);

        ThreadTrack next = begun("status", "");
        assertThat(ledger.quickReadsInside().getFirst().heldNanos()).isZero();
        assertThat(next.endQuick()).as("the mark was that of the read before").isFalse();
    }

    @Test
    void aReadInsideAReadIsRecordedInFull() {
        ThreadTrack outer = begun("outer", "");
        assertThat(ledger.beginQuickRead("inner", "")).isNull();
        assertThat(ledger.quickReadsInside().getFirst().label()).isEqualTo("outer");
        outer.endQuick();

        assertThat(begun("next", "").endQuick()).isFalse();
    }

    @Test
    void aThreadThatHasEndedGivesItsPlaceBackAndItsReadsStayCounted() throws InterruptedException {
        for (int number = 0; number < 20; number++) {
            var quick = new AtomicBoolean();
            Thread thread = Thread.ofVirtual().start(() -> {
                assertThat(ledger.beginQuickRead("first", "")).isNull();
                ThreadTrack second = ledger.beginQuickRead("second", "");
                if (second != null) {
                    second.endQuick();
                    quick.set(true);
                }
            });
            thread.join();
            assertThat(quick).as("thread %d has a place", number).isTrue();
            ledger.forgetEndedThreads();
        }

        assertThat(ledger.quickReads()).isEqualTo(20);
    }

    @Test
    void aThreadForWhichThereIsNoPlaceHasNoQuickReads() throws InterruptedException {
        var done = new CountDownLatch(4);
        var leave = new CountDownLatch(1);
        for (int number = 0; number < 4; number++) {
            Thread.ofVirtual().start(() -> {
                ledger.workEnded();
                done.countDown();
                await(leave);
            });
        }
        await(done);
        assertThat(ledger.beginQuickRead("route", "")).isNull();
        assertThat(ledger.beginQuickRead("route", "")).isNull();
        leave.countDown();
    }

    /** Whoever looks never sees the names of one read with the number of another. */
    @Test
    void isNeverSeenInParts() throws InterruptedException {
        var stop = new AtomicBoolean();
        Thread reading = Thread.ofPlatform().start(() -> {
            for (long read = 0; !stop.get(); read++) {
                ThreadTrack quick = ledger.beginQuickRead("label-" + read, "app-" + read);
                if (quick != null) {
                    quick.endQuick();
                }
            }
        });
        for (int look = 0; look < 200_000; look++) {
            for (QuickRead seen : ledger.quickReadsInside()) {
                long number = seen.number() % QuickRead.NUMBERS;
                assertThat(seen.label()).isEqualTo("label-" + number);
                assertThat(seen.app()).isEqualTo("app-" + number);
            }
        }
        stop.set(true);
        reading.join();
    }

    /** A quick read of this thread, after the one that is recorded in full. */
    private ThreadTrack begun(String label, String app) {
        ThreadTrack quick = ledger.beginQuickRead(label, app);
        if (quick == null) {
            quick = ledger.beginQuickRead(label, app);
        }
        if (quick == null) {
            throw new AssertionError("Neither the first nor the second read was quick.");
        }
        return quick;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
