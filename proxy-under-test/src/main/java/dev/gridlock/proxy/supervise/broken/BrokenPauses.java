package dev.gridlock.proxy.supervise.broken;

import dev.gridlock.proxy.config.BrokenVariant;
import dev.gridlock.proxy.supervise.RestartPause;
import java.time.Duration;
import java.util.Collection;

/** Makes the pause before a restart wrong where the configuration asks for it. */
public final class BrokenPauses {

    private BrokenPauses() {}

    /**
     * The pause with the mistake among {@code variants} that concerns it; the sound one if there is none.
     *
     * @param delay the configured delay, which is the period of a restart in lock step
     * @param sound what a supervisor without mistakes has
     */
    public static RestartPause with(Collection<BrokenVariant> variants, Duration delay, RestartPause sound) {
        return variants.contains(BrokenVariant.LOCK_STEP_RESTART)
                ? new LockStepPause(delay, System::currentTimeMillis)
                : sound;
    }
}
