package dev.gridlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationOptionsTest {
    private static final SimulationOptions OPTIONS = SimulationOptions.of(7);

    @Test
    void eachChangeLeavesTheRest() {
        SimulationOptions changed = OPTIONS.withMaxSteps(5)
                .withMaxStepWall(Duration.ofSeconds(3))
                .withSchedulingPoints(List.of("com.example"))
                .withCpu(new CpuModel(1, 2, 3, 4, 5, 6))
                .withTrace(Path.of("trace"));
        assertThat(changed.seed()).isEqualTo(7);
        assertThat(changed.maxSteps()).isEqualTo(5);
        assertThat(changed.maxStepWall()).isEqualTo(Duration.ofSeconds(3));
        assertThat(changed.epoch()).isEqualTo(OPTIONS.epoch());
        assertThat(changed.schedulingPoints()).containsExactly("com.example");
        assertThat(changed.cpu().quantumNanos()).isEqualTo(6);
        assertThat(changed.trace()).contains(Path.of("trace"));
        assertThat(OPTIONS.trace()).isEmpty();
    }

    @Test
    void impossibleOptionsAreRefused() {
        assertThatThrownBy(() -> OPTIONS.withMaxSteps(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxSteps is 0, expected at least 1");
        assertThatThrownBy(() -> OPTIONS.withMaxStepWall(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxStepWall is PT0S, expected more than nothing");
    }

    @Test
    void prefixesAreCopied() {
        List<String> prefixes = new ArrayList<>(List.of("com.example"));
        SimulationOptions options = OPTIONS.withSchedulingPoints(prefixes);
        prefixes.clear();
        assertThat(options.schedulingPoints()).containsExactly("com.example");
    }
}
