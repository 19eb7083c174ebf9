package dev.gridlock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.agent.sample.Points;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where scheduling points are put in chosen classes. */
class SchedulingPointsTest {
    private final SchedulingPoints points = new SchedulingPoints();
    private final Rewriter rewriter = new Rewriter(points);

    private Rewritten chosen() throws Exception {
        points.choose(List.of("dev/gridlock/agent/sample/Po"));
        return Rewritten.of(rewriter, Points.class);
    }

    @Test
    void comeBeforeEachAtomicAccess() throws Exception {
        Rewritten rewritten = chosen();
        assertThat(rewritten.calls("atomics"))
                .containsExactly(
                        "AtomicInteger.<init>",
                        "Hooks.point",
                        "AtomicInteger.incrementAndGet",
                        "Hooks.point",
                        "AtomicInteger.get");
        assertThat(rewritten.calls("handles"))
                .containsExactly(
                        "Hooks.point", "VarHandle.setVolatile", "Hooks.point", "VarHandle.getAndAdd", "Hooks.point");
    }

    @Test
    void comeBeforeEachAccessToAVolatileField() throws Exception {
        Rewritten rewritten = chosen();
        assertThat(rewritten.hooks("volatiles")).containsExactly("point", "point", "point", "point", "point");
        assertThat(rewritten.hooks("plain")).isEmpty();
    }

    @Test
    void eachLoopHasOne() throws Exception {
        Rewritten rewritten = chosen();
        // for, while with the jump of its continue, do.
        assertThat(rewritten.hooks("loops")).containsExactly("loop", "loop", "loop", "loop");
        assertThat(rewritten.hooks("noLoop")).isEmpty();
        assertThat(rewritten.invoke("loops", new Class<?>[] {int.class}, 10)).isEqualTo(Points.loops(10));
        assertThat(rewritten.invoke("noLoop", new Class<?>[] {int.class}, 10)).isEqualTo(11);
    }

    @Test
    void aClassInitialiserHasNone() throws Exception {
        assertThat(chosen().hooks("<clinit>"))
                .doesNotContain("point", "loop")
                .startsWith("enterInitialiser")
                .endsWith("leaveInitialiser");
    }

    @Test
    void theRewrittenClassDoesWhatItDid() throws Exception {
        Rewritten rewritten = chosen();
        assertThat(rewritten.invoke("atomics", new Class<?>[] {})).isEqualTo(6);
        Object instance = rewritten.load().getConstructor().newInstance();
        assertThat(instance.getClass().getMethod("handles").invoke(instance)).isEqualTo(15);
        assertThat(instance.getClass().getMethod("volatiles").invoke(instance)).isEqualTo(9);
    }

    @Test
    void theyFollowThePrefixesAndNeverTouchTheHarness() throws Exception {
        points.choose(List.of("dev/gridlock/agent", "java/util/concurrent/locks/"));
        assertThat(rewriter.concerns("dev/gridlock/agent/Hooks")).isFalse();
        assertThat(rewriter.concerns("dev/gridlock/simulator/Simulation")).isFalse();
        assertThat(rewriter.concerns("dev/gridlock/simulator/network/Endpoint")).isFalse();
        assertThat(rewriter.concerns("dev/gridlock/agent/sample/Points")).isTrue();
        assertThat(Rewritten.of(rewriter, Hooks.class).isChanged()).isFalse();
        assertThat(Rewritten.of(rewriter, java.util.concurrent.locks.ReentrantLock.class)
                        .isChanged())
                .isTrue();
        points.choose(List.of("com/example/"));
        assertThat(Rewritten.of(rewriter, Points.class).isChanged()).isFalse();
    }
}
