package dev.gridlock.proxy.inflight;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.OptionalLong;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Lincheck: whatever two threads do with the slots, the handles that they get are those that a plain stack of free slots
 * would have given in some order of the operations, and no slot is lost or given away twice.
 *
 * <p>{@code -Dgridlock.lincheck.scenarios} and {@code -Dgridlock.lincheck.schedules} raise the number of random scenarios and of
 * schedules tried for each.
 */
class SlotArrayLinearizabilityTest {

    private static final int SLOTS = 3;
    private static final int SCENARIOS = Integer.getInteger("gridlock.lincheck.scenarios", 5);
    private static final int SCHEDULES = Integer.getInteger("gridlock.lincheck.schedules", 200);

    @Test
    void everyScheduleTriedIsLinearizable() {
        modelChecking().check(FromTheStart.class);
    }

    @Test
    void soItIsWhenTheTagWrapsInTheMiddle() {
        modelChecking().check(AcrossTheWrap.class);
    }

    @Test
    void soItIsOnRealThreadsAcrossTheWrap() {
        new StressOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(4)
                .actorsAfter(0)
                .sequentialSpecification(PlainStack.class)
                .check(AcrossTheWrap.class);
    }

    @Test
    void noClaimAndNoReleaseWaitsForAnother() {
        modelChecking().checkObstructionFreedom(true).check(FromTheStart.class);
    }

    @Test
    void aHeadWithoutTagFailsTheSameCheck() {
        assertFails(WithoutTag.class);
    }

    @Test
    void handlesWithoutGenerationFailTheSameCheck() {
        assertFails(WithoutGenerations.class);
    }

    private static void assertFails(Class<?> faulty) {
        assertThatThrownBy(() -> modelChecking().iterations(200).check(faulty))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(4)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                // What a thread notes of its own handles concerns nobody else: no switch of threads inside.
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(SlotUsers.class.getName())
                        .allMethods()
                        .ignore())
                .sequentialSpecification(PlainStack.class);
    }

    /** What the operations do when one comes after the other: a stack of free slots, and the generation of each. */
    public static final class PlainStack {

        private final int[] free = new int[SLOTS];
        private final int[] generations = new int[SLOTS];
        private final SlotUsers users = new SlotUsers(SLOTS);
        private int size = SLOTS;

        public PlainStack() {
            for (int slot = 0; slot < SLOTS; slot++) {
                free[SLOTS - 1 - slot] = slot;
            }
        }

        public long claim(int thread) {
            if (size == 0) {
                return SlotUsers.NONE;
            }
            int slot = free[--size];
            return users.took(thread, OptionalLong.of(((long) generations[slot] << 32) | slot));
        }

        public boolean releaseOldest(int thread) {
            return users.releaseOldest(thread, this::release);
        }

        public boolean releaseAgain(int thread) {
            return users.releaseAgain(thread, this::release);
        }

        private boolean release(long handle) {
            if (generations[SlotUsers.slotOf(handle)] != handle >>> 32) {
                return false;
            }
            int slot = SlotUsers.slotOf(handle);
            generations[slot]++;
            free[size++] = slot;
            return true;
        }

        // The verifier knows two states for the same by their being equal.
        @Override
        public boolean equals(Object other) {
            return other instanceof PlainStack that && state().equals(that.state());
        }

        @Override
        public int hashCode() {
            return state().hashCode();
        }

        private String state() {
            return Arrays.toString(Arrays.copyOf(free, size)) + Arrays.toString(generations) + users.state();
        }
    }

    /** The array as it is made. */
    public static final class FromTheStart {

        private final SlotArray<String> slots = new SlotArray<>(SLOTS);
        private final SlotUsers users = new SlotUsers(SLOTS);

        @Operation
        public long claim(@Param(gen = ThreadIdGen.class) int thread) {
            return users.took(thread, slots.claim("value"));
        }

        @Operation
        public boolean releaseOldest(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseOldest(thread, slots::release);
        }

        @Operation
        public boolean releaseAgain(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseAgain(thread, slots::release);
        }

        @Validate
        public void allSlotsAreThere() {
            users.requireAllThere(() -> slots.claim("rest"));
        }
    }

    /** Four pushes and pops before the tag is zero again. */
    public static final class AcrossTheWrap {

        private final SlotArray<String> slots = new SlotArray<>(SLOTS, -4);
        private final SlotUsers users = new SlotUsers(SLOTS);

        @Operation
        public long claim(@Param(gen = ThreadIdGen.class) int thread) {
            return users.took(thread, slots.claim("value"));
        }

        @Operation
        public boolean releaseOldest(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseOldest(thread, slots::release);
        }

        @Operation
        public boolean releaseAgain(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseAgain(thread, slots::release);
        }

        @Validate
        public void allSlotsAreThere() {
            users.requireAllThere(() -> slots.claim("rest"));
        }
    }

    /** The head that the first LockFreeArray had. */
    public static final class WithoutTag {

        private final FaultySlots<String> slots = new FaultySlots<>(SLOTS, 0, true);
        private final SlotUsers users = new SlotUsers(SLOTS);

        @Operation
        public long claim(@Param(gen = ThreadIdGen.class) int thread) {
            return users.took(thread, slots.claim("value"));
        }

        @Operation
        public boolean releaseOldest(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseOldest(thread, slots::release);
        }

        @Operation
        public boolean releaseAgain(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseAgain(thread, slots::release);
        }

        @Validate
        public void allSlotsAreThere() {
            users.requireAllThere(() -> slots.claim("rest"));
        }
    }

    /** The handles that the LockFreeArray has. */
    public static final class WithoutGenerations {

        private final FaultySlots<String> slots = new FaultySlots<>(SLOTS, 31, false);
        private final SlotUsers users = new SlotUsers(SLOTS);

        @Operation
        public long claim(@Param(gen = ThreadIdGen.class) int thread) {
            return users.took(thread, slots.claim("value"));
        }

        @Operation
        public boolean releaseOldest(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseOldest(thread, slots::release);
        }

        @Operation
        public boolean releaseAgain(@Param(gen = ThreadIdGen.class) int thread) {
            return users.releaseAgain(thread, slots::release);
        }

        @Validate
        public void allSlotsAreThere() {
            users.requireAllThere(() -> slots.claim("rest"));
        }
    }
}
