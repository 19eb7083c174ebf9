package dev.gridlock.proxy.watchdog;

import dev.gridlock.proxy.ProxyMain;
import dev.gridlock.proxy.ProxyNode;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.config.ConfigFile;
import dev.gridlock.proxy.lock.ParkingLotRwLock;
import dev.gridlock.proxy.lock.PausePoint;
import dev.gridlock.proxy.lock.RwLockOptions;
import dev.gridlock.proxy.lock.RwLockVariant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A proxy whose lock is led into the corruption of parking_lot 0.12.3 as soon as it serves: the writer that gives up is held
 * between leaving its queue and taking its bits back, while the last reader leaves. Once only: when the marker file exists,
 * it is an ordinary proxy. Arguments: {@code -c FILE MARKER}.
 */
final class CorruptingProxyMain {

    private CorruptingProxyMain() {}

    public static void main(String[] args) throws Exception {
        Path marker = Path.of(args[2]);
        if (Files.exists(marker)) {
            ProxyMain.main(new String[] {args[0], args[1]});
            return;
        }
        Files.createFile(marker);
        var dequeued = new CountDownLatch(1);
        var readerGone = new CountDownLatch(1);
        var options = RwLockOptions.of(RwLockVariant.V0_12_3).withPauseHook(point -> {
            if (point == PausePoint.AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK) {
                dequeued.countDown();
                await(readerGone);
            }
        });
        ProxyNode node = ProxyNode.start(ConfigFile.read(Path.of(args[1])), new ParkingLotRwLock(options), System.out);
        var readerInside = new CountDownLatch(1);
        Thread reader = Thread.ofVirtual()
                .name("reader")
                .start(() -> node.catalog().read("route", "shop", view -> {
                    readerInside.countDown();
                    await(dequeued);
                    return true;
                }));
        await(readerInside);
        Thread writer = Thread.ofVirtual()
                .name("writer")
                .start(() -> node.catalog()
                        .write("lazy-load", "shop", "u-7", WriteTimeout.after(Duration.ofMillis(20)), edit -> true));
        reader.join();
        readerGone.countDown();
        writer.join();
        node.awaitClose();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
