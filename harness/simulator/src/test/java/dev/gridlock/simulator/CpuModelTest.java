package dev.gridlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CpuModelTest {
    @Test
    void stepsAreSpreadEvenlyBetweenTheirBounds() {
        CpuModel model = new CpuModel(50, 450, 0, 200_000, 20, 2_000);
        SplittableRandom random = new SplittableRandom(1);
        int[] buckets = new int[4];
        long sum = 0;
        for (int i = 0; i < 100_000; i++) {
            long nanos = model.stepNanos(random.nextLong());
            assertThat(nanos).isBetween(50L, 450L);
            buckets[(int) Math.min(3, (nanos - 50) / 100)]++;
            sum += nanos;
        }
        assertThat(sum / 100_000).isBetween(248L, 252L);
        for (int bucket : buckets) {
            assertThat(bucket).isBetween(24_000, 26_000);
        }
        assertThat(model.stepNanos(0)).isEqualTo(50);
        assertThat(model.stepNanos(-1L)).isEqualTo(450);
    }

    @Test
    void asManyStepsArePreemptedAsAskedAndForAsLong() {
        CpuModel model = new CpuModel(100, 100, 10_000, 200_000, 20, 2_000);
        SplittableRandom random = new SplittableRandom(2);
        int preempted = 0;
        long longest = 0;
        for (int i = 0; i < 200_000; i++) {
            long nanos = model.stepNanos(random.nextLong());
            longest = Math.max(longest, nanos);
            if (nanos > 110) {
                preempted++;
            }
        }
        assertThat(preempted).isBetween(1_850, 2_150);
        assertThat(longest).isBetween(195_000L, 200_100L);
    }

    @Test
    void allOrNoStepsMayBePreempted() {
        CpuModel always = new CpuModel(1, 1, 1_000_000, 1_000_000, 0, 1);
        CpuModel never = new CpuModel(1, 1, 0, 1_000_000, 0, 1);
        SplittableRandom random = new SplittableRandom(3);
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += always.stepNanos(random.nextLong());
            assertThat(never.stepNanos(random.nextLong())).isEqualTo(1);
        }
        assertThat(sum / 10_000).isBetween(480_000L, 520_000L);
    }

    @Test
    void impossibleModelsAreRefusedByName() {
        assertThatThrownBy(() -> new CpuModel(0, 1, 0, 0, 0, 1)).hasMessage("minStepNanos is 0, expected at least 1");
        assertThatThrownBy(() -> new CpuModel(5, 4, 0, 0, 0, 1)).hasMessageStartingWith("maxStepNanos is 4");
        assertThatThrownBy(() -> new CpuModel(1, 1, 1_000_001, 0, 0, 1)).hasMessageContaining("0 to 1000000");
        assertThatThrownBy(() -> new CpuModel(1, 1, 0, -1, 0, 1)).hasMessageStartingWith("maxPreemptionNanos is -1");
        assertThatThrownBy(() -> new CpuModel(1, 1, 0, 0, -1, 1)).hasMessageStartingWith("loopNanos is -1");
        assertThatThrownBy(() -> new CpuModel(1, 1, 0, 0, 0, 0)).hasMessageStartingWith("quantumNanos is 0");
        assertThat(CpuModel.defaults().minStepNanos()).isPositive();
    }
}
