package dev.gridlock.proxy.watchdog;

import dev.gridlock.proxy.config.ProxyConfig;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.lockwatch.LockPicture;
import dev.gridlock.proxy.lockwatch.StallKind;
import dev.gridlock.proxy.lockwatch.StallWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Probes the node at a fixed rate. When as many probes in a row have failed as it has patience for, it writes a stall
 * snapshot and halts the process. It never touches the catalog lock. Used by its own thread.
 */
public final class Watchdog implements Runnable {

    /** Exit code of a process that its watchdog has halted; what a shell shows for SIGABRT. */
    public static final int EXIT_CODE = 134;

    private final ProxyConfig.Watchdog settings;
    private final ControlProbe probe;
    private final StallWatch stalls;
    private final StallSnapshot snapshot;
    private final EventLog events;
    private final IntConsumer halt;

    /**
     * A watchdog for one node.
     *
     * @param probe how it asks
     * @param stalls looks at the lock, and says what the looks mean
     * @param halt ends the process at once
     */
    public Watchdog(
            ProxyConfig.Watchdog settings,
            ControlProbe probe,
            StallWatch stalls,
            StallSnapshot snapshot,
            EventLog events,
            IntConsumer halt) {
        this.settings = settings;
        this.probe = probe;
        this.stalls = stalls;
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
        LockPicture picture = stalls.picture();
        StallKind kind = stalls.kindOfSilentNode(settings.interval().multipliedBy(missed), picture);
        String file;
        try {
            file = snapshot.write("The control channel did not answer " + missed + " probes in a row.", picture, kind);
        } catch (IOException e) {
            // A full disk is no reason to keep a stalled node.
            System.err.println("The stall snapshot could not be written: " + e.getMessage());
            file = "";
        }
        var silence = events.event("watchdog.silence");
        picture.lastTimeout()
                .ifPresent(last -> silence.update(last.update())
                        .with("label", last.label())
                        .with("app", last.app()));
        silence.with("missed", missed).with("kind", kind.wire());
        StallWatch.sight(picture).forEach(silence::with);
        silence.with("snapshot", file).emit();
        events.event("watchdog.exit").with("code", EXIT_CODE).emit();
        halt.accept(EXIT_CODE);
    }
}
