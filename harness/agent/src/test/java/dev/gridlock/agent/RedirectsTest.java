package dev.gridlock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.agent.sample.Clocks;
import dev.gridlock.agent.sample.Initialised;
import dev.gridlock.agent.sample.Points;
import dev.gridlock.agent.sample.Threads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which calls of application classes are sent to the hooks; outside of a node the hooks do what the platform does. */
class RedirectsTest {
    private static final Class<?>[] NONE = {};
    private final Rewriter rewriter = new Rewriter(new SchedulingPoints());

    @Test
    void clocksAndChanceAndTheMachineAreRedirected() throws Exception {
        Rewritten clocks = Rewritten.of(rewriter, Clocks.class);
        assertThat(clocks.calls("times")).containsExactly("Hooks.nanoTime", "Hooks.currentTimeMillis");
        assertThat(clocks.calls("chance")).containsExactly("RandomHooks.random", "RandomHooks.random", "Math.abs");
        assertThat(clocks.calls("machine"))
                .containsExactly(
                        "Hooks.onSpinWait",
                        "Runtime.getRuntime",
                        "Hooks.availableProcessors",
                        "ProcessHandle.current",
                        "Hooks.pid");
        assertThat(clocks.calls("handler"))
                .containsExactly(
                        "Thread.getDefaultUncaughtExceptionHandler", "ThreadHooks.setDefaultUncaughtExceptionHandler");
        assertThat((Long) clocks.invoke("machine", NONE))
                .isEqualTo(Runtime.getRuntime().availableProcessors()
                        + ProcessHandle.current().pid());
        assertThat((Double) clocks.invoke("chance", NONE)).isBetween(1.0, 3.0);
        long before = System.nanoTime() - System.currentTimeMillis();
        assertThat((Long) clocks.invoke("times", NONE) - before).isBetween(-10_000_000_000L, 10_000_000_000L);
        assertThat(rewriter.failures()).isEmpty();
    }

    @Test
    void methodReferencesAreRedirectedToo() throws Exception {
        Rewritten clocks = Rewritten.of(rewriter, Clocks.class);
        assertThat(clocks.calls("references"))
                .contains(
                        "->Hooks.nanoTime", "->RandomHooks.random", "->Hooks.availableProcessors", "->String.toString")
                .doesNotContain("->System.nanoTime", "->Math.random", "->Runtime.availableProcessors");
        assertThat(clocks.invoke("references", NONE)).isEqualTo("true true true unchanged");
        Rewritten threads = Rewritten.of(rewriter, Threads.class);
        assertThat(threads.hooks("references")).containsExactly("->newThread", "->newThread", "->newThread");
        assertThat(threads.invoke("references", NONE)).isEqualTo(2);
    }

    @Test
    void eachNewThreadIsFollowedByItsReplacement() throws Exception {
        Rewritten threads = Rewritten.of(rewriter, Threads.class);
        assertThat(threads.calls("one")).containsSubsequence("Thread.<init>", "ThreadHooks.replace", "Thread.start");
        assertThat(threads.hooks("one")).containsExactly("replace");
        assertThat(threads.invoke("one", NONE)).isEqualTo(1);
        assertThat(threads.hooks("nested")).containsExactly("replace", "replace", "replace", "replace");
        for (boolean named : new boolean[] {false, true}) {
            assertThat(threads.invoke("nested", new Class<?>[] {boolean.class}, named))
                    .isEqualTo(1);
        }
        List<String> calls = threads.calls("nested");
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).equals("Thread.<init>")) {
                assertThat(calls.get(i + 1)).isEqualTo("ThreadHooks.replace");
            }
        }
    }

    @Test
    void aCallOfASuperclassConstructorIsLeftAlone() throws Exception {
        Class<?> named = Class.forName(Threads.class.getName() + "$Named");
        assertThat(Rewritten.of(rewriter, named).calls("<init>"))
                .containsExactly(
                        "Thread.<init>", "ThreadHooks.replace", "Thread.getName", "String.isEmpty", "Thread.<init>");
        Class<?> anonymous = Class.forName(Threads.class.getName() + "$1");
        assertThat(Rewritten.of(rewriter, anonymous).hooks("<init>")).isEmpty();
        assertThat(Rewritten.of(rewriter, Threads.class).invoke("subclasses", NONE))
                .isEqualTo("anonymous made in an argument");
    }

    @Test
    void aClassThatAsksForNothingIsNotTouched() throws Exception {
        assertThat(Rewritten.of(rewriter, Points.class).isChanged()).isFalse();
        assertThat(Rewritten.of(rewriter, Initialised.Quiet.class).isChanged()).isFalse();
        assertThat(Rewritten.of(rewriter, String.class).isChanged()).isFalse();
        assertThat(Rewritten.of(rewriter, Rewriter.class).isChanged()).isFalse();
    }

    @Test
    void anInitialiserThatCallsOutIsBracketedOnEveryWayOut() throws Exception {
        Rewritten initialised = Rewritten.of(rewriter, Initialised.class);
        assertThat(initialised.hooks("<clinit>"))
                .startsWith("enterInitialiser")
                .endsWith("leaveInitialiser", "leaveInitialiser");
        Class<?> loaded = initialised.load();
        assertThat(loaded.getField("TEXT").get(null)).isEqualTo("none");
        assertThat(loaded.getField("VALUE").getLong(null)).isNotZero();
        Class<?> failing = Rewritten.of(rewriter, Initialised.Failing.class).load();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> failing.getField("VALUE").get(null)))
                .isInstanceOf(ExceptionInInitializerError.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
