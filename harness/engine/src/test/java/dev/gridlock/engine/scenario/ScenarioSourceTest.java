package dev.gridlock.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioSourceTest {

    @Test
    void namesTheScenarioAgainWithItsOverrides() {
        var source = new ScenarioSource("warsaw", Path.of("warsaw/scenario.yaml"), List.of("duration=5s"), "simulator");

        assertThat(source.commandArguments()).isEqualTo("warsaw --set duration=5s");
    }

    @Test
    void quotesWhatAShellWouldTakeApart() {
        var source =
                new ScenarioSource("my file.yaml", Path.of("my file.yaml"), List.of("title=it's [here]"), "processes");

        assertThat(source.commandArguments())
                .isEqualTo("'my file.yaml' --backend processes --set 'title=it'\\''s [here]'");
    }
}
