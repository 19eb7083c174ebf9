package dev.gridlock.engine.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.scenario.ScenarioException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTextTest {

    /** The golden files are written anew with {@code -Dgridlock.golden.refresh=true}. */
    @ParameterizedTest
    @ValueSource(strings = {"base", "every-kind", "smallest"})
    void tellsAScenarioInWords(String name) throws IOException, ScenarioException {
        var explained = explained(Fixtures.resource(name + ".yaml"));

        if (Fixtures.REFRESH) {
            Fixtures.refresh(name + ".explained.txt", explained);
        }
        assertThat(explained).isEqualTo(Fixtures.resource(name + ".explained.txt"));
    }

    @Test
    void tellsWhatAnOverrideMade() throws ScenarioException {
        assertThat(explained(Fixtures.base(), "workload.0.rate=12345/m"))
                .contains("205.75 updates a second, about 412 updates in all");
    }

    private static String explained(String text, String... overrides) throws ScenarioException {
        return ScenarioText.explain(Fixtures.read(text, overrides), List.of(Fixtures.FLEET));
    }
}
