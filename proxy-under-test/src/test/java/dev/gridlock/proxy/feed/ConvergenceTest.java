package dev.gridlock.proxy.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines come, go and move, requests load applications, the store's connections break: in the end all hold the same. */
class ConvergenceTest {

    private static final int APPS = 6;
    private static final int MACHINES = 20;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatIsLoadedIsWhatTheStoreHas(long seed) throws IOException {
        var random = new SplittableRandom(seed);
        try (var store = FakeStore.start();
                var eager = new TestProxy(store.address(), "[catalog]\nloading = \"eager\"");
                var lazy = new TestProxy(store.address(), "[catalog]\nwrite_timeout = \"200us\"")) {
            eager.ready();
            lazy.ready();
            for (int step = 0; step < 150; step++) {
                act(random, store, lazy, step);
            }
            Events.until(
                    "the eager proxy to converge, seed " + seed,
                    () -> digest(eager).equals(store.digest()));
            // An application whose load timed out, or that came back since, is loaded by another request.
            Events.until(
                    "the lazy proxy to converge, seed " + seed,
                    () -> loadAll(lazy) && digest(lazy).equals(store.digest()));
            assertThat(store.asked()).anyMatch(request -> request.startsWith("/v1/subscriptions?from="));
        }
    }

    private static void act(SplittableRandom random, FakeStore store, TestProxy lazy, int step) throws IOException {
        String app = "app-" + random.nextInt(APPS);
        String machine = "m-" + random.nextInt(MACHINES);
        switch (random.nextInt(20)) {
            case 0 -> store.cut();
            case 1 -> {
                store.forgetChanges();
                store.cut();
            }
            case 2, 3, 4 -> store.deleteMachineIfThere(machine);
            case 5 -> store.putApp(app, "u-" + step);
            case 6, 7, 8, 9, 10 -> lazy.get(app, "/");
            default -> store.putMachine(machine, app, "waw", "127.0.0.1:1", "u-" + step);
        }
    }

    /** Nobody listens at the machines' address, so the answers are failures, but the applications are loaded. */
    private static boolean loadAll(TestProxy lazy) {
        try {
            for (int app = 0; app < APPS; app++) {
                lazy.get("app-" + app, "/");
            }
            return true;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String digest(TestProxy proxy) {
        try {
            String body = proxy.control("/digest").body();
            return body.replaceAll(".*\"digest\":\"([0-9a-f]{64})\".*\\s*", "$1");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
