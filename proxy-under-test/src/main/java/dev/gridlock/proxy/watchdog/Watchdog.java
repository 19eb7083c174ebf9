package dev.gridlock.proxy.watchdog;

import dev.gridlock.proxy.config.ProxyConfig;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lockwatch.LockPicture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Probes the node at a fixed rate. When as many probes in a row have failed as it has patience for, it writes a stall
 * snapshot and halts the process. It never touches the catalog lock. Used by its own thread.
 */
public final class Watchdog implements Runnable {

    /** Exit code of a process that its watchdog has halted; what a shell shows for SIGABRT. */
    public static final int EXIT_CODE = 134;

    private static final int SHOWN = 10;

    private final ProxyConfig.Watchdog settings;
    private final StatusProbe probe;
    private final CatalogLock lock;
    private final LockLedger ledger;
    private final StallSnapshot snapshot;
    private final EventLog events;
    private final IntConsumer halt;

    /**
     * A watchdog for one node.
     *
     * @param probe how it asks
     * @param lock looked at, never taken
     * @param halt ends the process at once
     */
    public Watchdog(
            ProxyConfig.Watchdog settings,
            StatusProbe probe,
            CatalogLock lock,
            LockLedger ledger,
            StallSnapshot snapshot,
            EventLog events,
            IntConsumer halt) {
        this.settings = settings;
        this.probe = probe;
        this.lock = lock;
        this.ledger = ledger;
        this.snapshot = snapshot;
        this.events = events;
        this.halt = halt;
    }

    /** Watches until the thread is interrupted or the node is halted. */
    @Override
    public void run() {
        try (probe) {
            int missed = 0;
            long next = System.nanoTime();
            while (missed < settings.patience()) {
                next += settings.interval().toNanos();
                // A probe that took longer than the interval is followed by the next one at once.
                Thread.sleep(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
                Optional<String> failure = probe.failure(settings.deadline());
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                missed = failure.isEmpty() ? 0 : missed + 1;
                int count = missed;
                failure.ifPresent(why -> events.event("watchdog.missed")
                        .with("missed", count)
                        .with("reason", why)
                        .emit());
            }
            end(missed);
        } catch (InterruptedException e) {
            // The node is closing; this was the last thing that the thread did.
            Thread.currentThread().interrupt();
        }
    }

    private void end(int missed) {
        LockPicture picture = LockPicture.take(lock, ledger);
        String file;
        try {
            file = snapshot.write("The control channel did not answer " + missed + " probes in a row.", picture);
        } catch (IOException e) {
            // A full disk is no reason to keep a stalled node.
            System.err.println("The stall snapshot could not be written: " + e.getMessage());
            file = "";
        }
        var silence = events.event("watchdog.silence");
        picture.lastTimeout()
                .ifPresent(last -> silence.update(last.operation().update())
                        .with("label", last.operation().label())
                        .with("app", last.operation().app()));
        silence.with("missed", missed)
                .with("kind", picture.kind().wire())
                .with("word", picture.wordText())
                .with("decoded", picture.decodedText())
                .with("holders", shown(picture.holders()))
                .with("waiters", shown(picture.waiters()))
                .with("waiterCount", picture.waiters().size())
                .with("snapshot", file)
                .emit();
        events.event("watchdog.exit").with("code", EXIT_CODE).emit();
        halt.accept(EXIT_CODE);
    }

    private static List<?> shown(List<LockPicture.Seen> operations) {
        return operations.stream().limit(SHOWN).map(LockPicture.Seen::toMap).toList();
    }
}
