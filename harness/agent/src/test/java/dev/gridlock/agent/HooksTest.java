package dev.gridlock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Threads that are not simulated meet the platform behind every hook. */
class HooksTest {
    @Test
    void nobodyIsANodeHere() throws InterruptedException {
        assertThat(Hooks.nodeOf(Thread.currentThread())).isNull();
        Thread virtual = Thread.ofVirtual().start(() -> {});
        virtual.join();
        assertThat(Hooks.nodeOf(virtual)).isNull();
        assertThat(Hooks.simulated()).isFalse();
    }

    @Test
    void hooksThatReplaceCallsDoWhatTheCallDid() {
        long before = System.nanoTime();
        assertThat(Hooks.nanoTime()).isBetween(before, System.nanoTime());
        assertThat(Hooks.nanoTimeOfPlatform()).isBetween(before, System.nanoTime());
        long millis = System.currentTimeMillis();
        assertThat(Hooks.currentTimeMillis()).isBetween(millis, millis + 60_000);
        assertThat(Hooks.currentTimeMillisOfPlatform()).isBetween(millis, millis + 60_000);
        assertThat(RandomHooks.random()).isBetween(0.0, 1.0);
        AtomicLong seeds = new AtomicLong(5);
        assertThat(RandomHooks.getAndAdd(seeds, 3)).isEqualTo(5);
        assertThat(RandomHooks.threadSeed(seeds, 3)).isEqualTo(8);
        assertThat(seeds.get()).isEqualTo(11);
        assertThat(RandomHooks.threadProbe(new AtomicInteger(1), 2)).isEqualTo(3);
        assertThat(ThreadHooks.poolNumber(new AtomicInteger(4))).isEqualTo(4);
        assertThat(Hooks.availableProcessors(Runtime.getRuntime()))
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(Hooks.uniprocessor(true)).isTrue();
        assertThat(Hooks.uniprocessor(false)).isFalse();
    }

    @Test
    void hooksThatComeFirstLetThePlatformDecide() throws Exception {
        assertThat(ThreadHooks.threadId()).isZero();
        assertThat(ThreadHooks.threadNumber()).isEqualTo(-1);
        assertThat(RandomHooks.randomSeed()).isZero();
        assertThat(RandomHooks.fillRandom(new byte[3])).isFalse();
        assertThat(RandomHooks.seedBytes(3)).isNull();
        assertThat(RandomHooks.shuffle(new ArrayList<>(List.of(1, 2)))).isFalse();
        assertThat(Hooks.resolve("localhost")).isNull();
        assertThat(Hooks.localHost()).isNull();
        assertThat(Hooks.addShutdownHook(new Thread(() -> {}))).isFalse();
        assertThat(Hooks.removeShutdownHook(new Thread(() -> {}))).isEqualTo(-1);
        assertThat(ThreadHooks.isDaemon(Thread.currentThread())).isEqualTo(-1);
        assertThat(ThreadHooks.executeInPool(Runnable::run, () -> {})).isFalse();
        Hooks.exit(1, true);
        ThreadHooks.refusePool();
        Hooks.refuseChannel();
        Hooks.refuseProcess();
        Hooks.point();
        Hooks.loop();
    }

    @Test
    void aPlatformThreadIsNotReplaced() throws InterruptedException {
        Thread thread = new Thread(() -> {});
        assertThat(ThreadHooks.replace(thread)).isSameAs(thread);
        thread.start();
        thread.join();
        for (Thread made : List.of(
                ThreadHooks.newThread(),
                ThreadHooks.newThread(() -> {}),
                ThreadHooks.newThread("name"),
                ThreadHooks.newThread(() -> {}, "name"),
                ThreadHooks.newThread((ThreadGroup) null, () -> {}),
                ThreadHooks.newThread((ThreadGroup) null, "name"),
                ThreadHooks.newThread(null, () -> {}, "name"),
                ThreadHooks.newThread(null, () -> {}, "name", 0),
                ThreadHooks.newThread(null, () -> {}, "name", 0, false))) {
            assertThat(made.isVirtual()).isFalse();
            assertThat(made.getState()).isEqualTo(Thread.State.NEW);
        }
    }

    @Test
    void enumConstantsHashByTheirNames() {
        assertThat(RandomHooks.enumHash(TimeUnit.DAYS))
                .isEqualTo(RandomHooks.enumHash(TimeUnit.DAYS))
                .isNotZero();
        assertThat(RandomHooks.enumHash(TimeUnit.DAYS)).isNotEqualTo(RandomHooks.enumHash(TimeUnit.HOURS));
        assertThat(RandomHooks.enumHash(Thread.State.NEW))
                .isEqualTo(Thread.State.class.getName().hashCode() * 31 + "NEW".hashCode());
    }

    @Test
    void aSetOfThreadsIteratesInTheOrderOfTheirCreation() {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            threads.add(Thread.ofVirtual().unstarted(() -> {}));
        }
        List<Thread> shuffled = new ArrayList<>(threads);
        Collections.shuffle(shuffled);
        Set<Thread> set = ThreadHooks.threadSet();
        set.addAll(shuffled);
        assertThat(set).containsExactlyElementsOf(threads);
        assertThat(set.remove(threads.getFirst())).isTrue();
        assertThat(set.contains(threads.getFirst())).isFalse();
        assertThat(set).hasSize(29);
    }
}
