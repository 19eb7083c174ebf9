package dev.gridlock.proxy.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Eight threads claim and release, each slot belongs to one of them at a time, and in the end all slots are there.
 *
 * <p>An operation is a claim or a release; {@code -Dgridlock.slots.operations} says how many there are in all.
 */
class SlotArrayConservationTest {

    private static final int THREADS = 8;
    private static final int OPERATIONS = Integer.getInteger("gridlock.slots.operations", 10_000_000);
    /** A thread has at most so many slots, so that they run short in the smaller arrays. */
    private static final int HELD_MAX = 4;

    /** What one thread did. */
    private record Tally(long claims, long refused, long releases) {}

    @ParameterizedTest
    @CsvSource({
        "4, 0",
        "1024, 0",
        // Their tags are zero again after a thousand pushes and pops, in the midst of it.
        "4, -1000",
        "32, -1000",
    })
    void noSlotIsLostOrGivenAwayTwice(int slots, int firstTag) throws Exception {
        var array = new SlotArray<String>(slots, firstTag);
        var owners = new AtomicIntegerArray(slots);
        var users = new ArrayList<Callable<Tally>>();
        for (int number = 1; number <= THREADS; number++) {
            users.add(user(number, array, owners));
        }
        List<Future<Tally>> done;
        try (var executor =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
            done = executor.invokeAll(users);
        }

        long claims = 0;
        long refused = 0;
        long releases = 0;
        for (var each : done) {
            Tally tally = each.get();
            claims += tally.claims();
            refused += tally.refused();
            releases += tally.releases();
        }
        assertThat(claims).isEqualTo(releases);
        assertThat(claims + refused + releases).isGreaterThanOrEqualTo(OPERATIONS);
        array.forEach(value -> {
            throw new AssertionError(value + " was released and is still there.");
        });
        var free = new ArrayList<Integer>();
        for (var handle = array.claim("rest"); handle.isPresent(); handle = array.claim("rest")) {
            free.add(SlotUsers.slotOf(handle.getAsLong()));
        }
        assertThat(free).hasSize(slots).doesNotHaveDuplicates();
    }

    private static Callable<Tally> user(int number, SlotArray<String> array, AtomicIntegerArray owners) {
        return () -> {
            var random = new SplittableRandom(number);
            var held = new long[HELD_MAX];
            int size = 0;
            long claims = 0;
            long refused = 0;
            long releases = 0;
            for (int i = 0; i < OPERATIONS / THREADS || size > 0; i++) {
                boolean claim = i < OPERATIONS / THREADS && (size == 0 || (size < HELD_MAX && random.nextBoolean()));
                if (claim) {
                    var handle = array.claim("of " + number);
                    if (handle.isPresent()) {
                        held[size++] = handle.getAsLong();
                        claims++;
                        requireOwner(owners, handle.getAsLong(), 0, number);
                    } else {
                        refused++;
                    }
                } else {
                    long handle = held[--size];
                    requireOwner(owners, handle, number, 0);
                    if (!array.release(handle) || array.release(handle)) {
                        throw new AssertionError("A handle was not good for exactly one release.");
                    }
                    releases++;
                }
            }
            return new Tally(claims, refused, releases);
        };
    }

    private static void requireOwner(AtomicIntegerArray owners, long handle, int from, int to) {
        int slot = SlotUsers.slotOf(handle);
        int found = owners.compareAndExchange(slot, from, to);
        if (found != from) {
            throw new AssertionError(
                    "Slot " + slot + " belongs to " + found + ", expected " + from + ", as " + to + " is to have it.");
        }
    }
}
