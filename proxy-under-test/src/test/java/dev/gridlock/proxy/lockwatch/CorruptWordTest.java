package dev.gridlock.proxy.lockwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteOutcome;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.lock.ParkingLotRwLock;
import dev.gridlock.proxy.lock.PausePoint;
import dev.gridlock.proxy.lock.RwLockOptions;
import dev.gridlock.proxy.lock.RwLockVariant;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CorruptWordTest {

    private static final WriteTimeout SHORT = WriteTimeout.after(Duration.ofMillis(20));

    @Test
    void isToldOnceAndWithTheWriteThatLeftIt() {
        WatchedCatalog watched = afterTheReaderLeftWhileTheWriterGaveUp(RwLockVariant.V0_12_3);

        assertThat(watched.events.named("lock.timeout")).hasSize(1);
        assertThat(watched.events.named("lock.corrupted")).hasSize(1);
        Map<?, ?> event = watched.events.named("lock.corrupted").getFirst();
        assertThat(event.get("word")).isEqualTo("0xfffffffffffffffe");
        assertThat(event.get("update")).isEqualTo("u-7");
        assertThat(event.get("label")).isEqualTo("lazy-load");
        assertThat(event.get("app")).isEqualTo("shop");
        assertThat((String) event.get("decoded")).startsWith("corrupt: ");

        assertThat(watched.catalog.write("lazy-load", "forum", "u-8", SHORT, edit -> true))
                .isInstanceOf(WriteOutcome.TimedOut.class);
        watched.sampler.look();
        watched.sampler.look();

        assertThat(watched.events.named("lock.timeout")).hasSize(2);
        assertThat(watched.events.named("lock.corrupted")).hasSize(1);
        assertThat(watched.events.named("lock.waiters-without-holder")).isEmpty();
    }

    @Test
    void showsInThePictureWithThoseWhoWaitForEver() {
        WatchedCatalog watched = afterTheReaderLeftWhileTheWriterGaveUp(RwLockVariant.V0_12_3);
        watched.reader("stuck");
        watched.awaitAsleep(1);

        LockPicture picture = watched.picture();
        assertThat(picture.kind()).isEqualTo(StallKind.CORRUPT_WORD);
        assertThat(picture.wordText()).isEqualTo("0xffffffffffffffff");
        assertThat(picture.holders()).isEmpty();
        assertThat(picture.waiters())
                .singleElement()
                .satisfies(waiter -> assertThat(waiter.thread()).isEqualTo("stuck"));
        assertThat(picture.lastTimeout().orElseThrow().update()).isEqualTo("u-7");
    }

    @ParameterizedTest
    @EnumSource(names = {"V0_12_3_PR466A", "V0_12_5"})
    void doesNotHappenToTheLocksWithTheFirstFix(RwLockVariant variant) {
        WatchedCatalog watched = afterTheReaderLeftWhileTheWriterGaveUp(variant);

        assertThat(watched.events.named("lock.corrupted")).isEmpty();
        assertThat(watched.lock.word()).hasValue(0);
        assertThat(watched.catalog.write("lazy-load", "forum", "u-8", SHORT, edit -> true))
                .isEqualTo(new WriteOutcome.Written<>(true));
    }

    /** The pending writer has taken itself out of its queue when the last reader looks there, and rolls back afterwards. */
    private static WatchedCatalog afterTheReaderLeftWhileTheWriterGaveUp(RwLockVariant variant) {
        var dequeued = new CountDownLatch(1);
        var readerGone = new CountDownLatch(1);
        var options = RwLockOptions.of(variant).withPauseHook(point -> {
            if (point == PausePoint.AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK && dequeued.getCount() > 0) {
                dequeued.countDown();
                WatchedCatalog.waitFor(readerGone);
            }
        });
        var watched = new WatchedCatalog(new ParkingLotRwLock(options));
        WatchedCatalog.Held reader = watched.reader("R").awaitInside();
        Thread writer = Thread.ofVirtual()
                .start(() -> assertThat(watched.catalog.write("lazy-load", "shop", "u-7", SHORT, edit -> true))
                        .isInstanceOf(WriteOutcome.TimedOut.class));
        assertThat(WatchedCatalog.waitFor(dequeued)).isTrue();
        reader.release();
        reader.join();
        readerGone.countDown();
        try {
            writer.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return watched;
    }
}
