package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** How a process ends by itself, and with which code. */
class ExitTest {
    private static final Duration LONG = Duration.ofHours(1);

    private static World ran(Program program) {
        World world = new World();
        world.node("waw").start(program);
        assertThat(world.run(LONG)).isInstanceOf(RunOutcome.Completed.class);
        return world;
    }

    private static void assertExit(World world, int code) {
        assertThat(world.exits()).extracting(World.Exit::code).containsExactly(code);
    }

    @Test
    void aProcessEndsWithItsLastThreadThatIsNoDaemon() {
        try (World world = ran(() -> {
            new Thread(() -> sleep(500)).start();
            Thread daemon = new Thread(() -> sleep(5000));
            daemon.setDaemon(true);
            daemon.start();
            Thread.ofVirtual().start(() -> sleep(5000));
            Thread.ofPlatform().daemon().start(() -> sleep(5000));
        })) {
            assertExit(world, 0);
            assertThat(world.exits().getFirst().at()).isBetween(Duration.ofMillis(500), Duration.ofMillis(501));
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
            System.out.println("slept " + millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void threadsOfAPoolKeepAProcessAliveUntilItIsShut() {
        try (World world = ran(() -> {
            var pool = Executors.newFixedThreadPool(1);
            pool.execute(() -> sleep(100));
            Thread.sleep(1000);
            pool.shutdown();
        })) {
            assertExit(world, 0);
            assertThat(world.exits().getFirst().at()).isBetween(Duration.ofMillis(1000), Duration.ofMillis(1001));
        }
    }

    @Test
    void exitGivesItsCodeAndRunsNothingAfterwards() {
        try (World world = ran(() -> {
            new Thread(() -> sleep(500)).start();
            try {
                System.exit(7);
            } finally {
                System.out.println("finally");
            }
        })) {
            assertExit(world, 7);
            assertThat(world.output("waw")).isEmpty();
        }
    }

    /** Ends the process while it is initialised. */
    private static final class Unusable {
        static final int VALUE = exit();

        private Unusable() {}

        private static int exit() {
            System.out.println("unusable");
            System.exit(6);
            return 1;
        }
    }

    @Test
    void aClassInitialiserMayExit() {
        try (World world = ran(() -> System.out.println(Unusable.VALUE))) {
            assertExit(world, 6);
            assertThat(world.output("waw")).containsExactly("unusable");
            assertThat(world.uncaught()).isEmpty();
        }
    }

    @Test
    void anyThreadMayExit() {
        try (World world = ran(() -> {
            var pool = Executors.newVirtualThreadPerTaskExecutor();
            pool.execute(() -> {
                sleep(10);
                Runtime.getRuntime().exit(8);
            });
            pool.close();
            System.out.println("closed");
        })) {
            assertExit(world, 8);
            assertThat(world.output("waw")).containsExactly("slept 10");
        }
    }

    @Test
    void shutdownHooksRunAtAnExit() {
        try (World world = ran(() -> {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> sleep(20)));
            Runtime.getRuntime().addShutdownHook(Thread.ofVirtual().unstarted(() -> sleep(30)));
            Thread removed = new Thread(() -> System.out.println("removed"));
            Runtime.getRuntime().addShutdownHook(removed);
            System.out.println(Runtime.getRuntime().removeShutdownHook(removed));
            System.out.println(Runtime.getRuntime().removeShutdownHook(removed));
            System.exit(3);
        })) {
            assertExit(world, 3);
            assertThat(world.output("waw")).containsExactly("true", "false", "slept 20", "slept 30");
            assertThat(world.exits().getFirst().at()).isBetween(Duration.ofMillis(30), Duration.ofMillis(31));
        }
    }

    @Test
    void shutdownHooksRunAtTheNaturalEndToo() {
        try (World world =
                ran(() -> Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook"))))) {
            assertExit(world, 0);
            assertThat(world.output("waw")).containsExactly("hook");
        }
    }

    @Test
    void aHookMayNotRegisterAnotherAndTheSameTwiceIsAMistake() {
        try (World world = ran(() -> {
            Thread late = new Thread(() -> System.out.println("late"));
            Thread hook = new Thread(() -> {
                try {
                    Runtime.getRuntime().addShutdownHook(late);
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            });
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        })) {
            assertThat(world.output("waw")).containsExactly("Hook previously registered", "Shutdown in progress");
        }
    }

    @Test
    void haltRunsNoHook() {
        try (World world = ran(() -> {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            Runtime.getRuntime().halt(134);
        })) {
            assertExit(world, 134);
            assertThat(world.output("waw")).isEmpty();
        }
    }

    @Test
    void haltEndsAnExitThatHangsInAHook() {
        try (World world = ran(() -> {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> sleep(1_000_000)));
            Thread.ofVirtual().start(() -> {
                sleep(100);
                Runtime.getRuntime().halt(9);
            });
            System.exit(1);
        })) {
            assertExit(world, 9);
            assertThat(world.exits().getFirst().at()).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void anExceptionOfMainGivesCodeOneAndIsToldOnStandardError() {
        try (World world = ran(() -> {
            new Thread(() -> sleep(100)).start();
            throw new java.io.IOException("on purpose");
        })) {
            assertExit(world, 1);
            assertThat(world.output("waw")).containsExactly("slept 100");
            assertThat(world.uncaught()).hasSize(1);
            assertThat(world.uncaught().getFirst().thread()).isEqualTo("main");
            assertThat(world.uncaught().getFirst().exception()).hasMessage("on purpose");
            List<String> errors = world.lines().stream()
                    .filter(line -> line.stream() == NodeListener.Stream.ERR)
                    .map(World.Line::text)
                    .toList();
            assertThat(errors.getFirst()).isEqualTo("Exception in thread \"main\" java.io.IOException: on purpose");
            assertThat(errors.get(1)).startsWith("\tat dev.gridlock.simulator.behaviour.ExitTest.");
        }
    }

    @Test
    void anExceptionOfAnotherThreadIsReportedAndEndsNothingElse() {
        try (World world = ran(() -> {
            new Thread(
                            () -> {
                                throw new IllegalStateException("in a thread");
                            },
                            "worker")
                    .start();
            Thread.ofVirtual().name("virtual").start(() -> {
                throw new IllegalStateException("in a virtual thread");
            });
            Thread.sleep(100);
            System.out.println("goes on");
        })) {
            assertExit(world, 0);
            assertThat(world.output("waw")).containsExactly("goes on");
            assertThat(world.uncaught())
                    .extracting(uncaught ->
                            uncaught.thread() + ": " + uncaught.exception().getMessage())
                    .containsExactlyInAnyOrder("worker: in a thread", "virtual: in a virtual thread");
        }
    }

    @Test
    void aDefaultHandlerOfANodeTakesItsExceptionsOnly() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                Thread.setDefaultUncaughtExceptionHandler(
                        (thread, exception) -> System.out.println(thread.getName() + " " + exception.getMessage()));
                Thread.sleep(10);
                throw new IllegalStateException("handled");
            });
            world.node("fra").start(() -> {
                Thread.sleep(20);
                throw new IllegalStateException("not handled");
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("main handled");
            assertThat(world.uncaught()).extracting(World.Uncaught::node).containsExactly("fra");
            assertThat(world.exits()).extracting(World.Exit::code).containsExactly(1, 1);
            assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
        }
    }

    @Test
    void theClassesMainMayBeNamed() {
        try (World world = ran(Program.main(Greeter.class, "hello", "node"))) {
            assertExit(world, 5);
            assertThat(world.output("waw")).containsExactly("hello node");
        }
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> Program.main(ExitTest.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no public static void main(String[])");
    }

    /** An ordinary program. */
    public static final class Greeter {
        private Greeter() {}

        public static void main(String[] arguments) {
            System.out.println(String.join(" ", arguments));
            System.exit(arguments.length + 3);
        }
    }

    @Test
    void aProgramThatLogsEndsLikeAnyOther() {
        // The first logger of a JVM registers a shutdown hook, a subclass of Thread.
        for (int i = 0; i < 2; i++) {
            try (World world = ran(() -> {
                Logger.getLogger("dev.gridlock.waw").fine("not printed");
                System.exit(4);
            })) {
                assertExit(world, 4);
            }
        }
    }
}
