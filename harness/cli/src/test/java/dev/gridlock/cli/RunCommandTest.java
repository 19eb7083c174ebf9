package dev.gridlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunCommandTest {

    @Test
    void aRunWithoutAFindingEndsWith0() throws IOException {
        var session = Session.of("run", "puddle", "--seed", "7");

        assertThat(session.exitCode()).isZero();
        assertThat(session.err()).isEmpty();
    }

    @Test
    void aRunWithAFindingEndsWith1AndItsLastLineIsTheCommandThatRepeatsIt() throws IOException {
        var session = Session.of(
                "run", "storm", "--variant", "broken", "--seed", "3", "--set", "system.settings.toy.patience=1s");

        assertThat(session.exitCode()).isOne();
        assertThat(session.out().strip().lines().toList().getLast())
                .isEqualTo("./gridlock run storm --set system.settings.toy.patience=1s --variant broken --seed 3");
    }

    @Test
    void optionsArePrintedBeforeTheRun() throws IOException {
        var session = Session.of("run", "storm", "--variant", "broken", "--seed", "3");

        assertThat(session.out()).containsSubsequence("options", "seed", "3", "finding lost-wakeup");
    }

    @Test
    void aVariantAloneRunsWithSeedOneAndASeedAloneRunsEveryVariant() throws IOException {
        assertThat(asked("run", "storm", "--variant", "fixed")).isEqualTo("storm fixed 1");
        assertThat(asked("run", "storm", "--seed", "9")).isEqualTo("storm broken 9, storm fixed 9");
        assertThat(asked("run", "puddle", "--seed", "0")).isEqualTo("puddle default 0");
    }

    @Test
    void aRangeOfSeedsRunsEachAndEndsWithTheGravestVerdict() throws IOException {
        var engine = new ToyEngine();

        var session =
                Session.of(engine, Optional.empty(), false, "run", "storm", "--variant", "broken", "--seeds", "1..4");

        assertThat(session.exitCode()).isOne();
        assertThat(engine.asked)
                .containsExactly("storm broken 1", "storm broken 2", "storm broken 3", "storm broken 4");
        assertThat(session.out()).contains("seed 4").contains("--variant broken --seed 3");
        assertThat(Session.of("run", "storm", "--variant", "fixed", "--seeds", "1..20")
                        .exitCode())
                .isZero();
    }

    @Test
    void withoutVariantOrSeedItSearchesAndTellsOneIncidentOfTheNodeThatShowsMost() throws IOException {
        var session = Session.of("run", "storm");

        assertThat(session.exitCode()).isZero();
        assertThat(session.out())
                .containsSubsequence("variant", "seeds tried", "broken", "fixed")
                .contains("In waw, proxy-waw-1 lost a wakeup")
                .doesNotContain("In fra, proxy-fra-1")
                .endsWith("./gridlock run storm --variant broken --seed 3\n");
    }

    @Test
    void jsonIsOneDocumentOnStandardOutputAndProgressGoesToStandardError() throws IOException {
        for (var args : new String[][] {
            {"run", "storm", "--json"},
            {"run", "storm", "--json", "--variant", "broken", "--seed", "3"},
            {"run", "storm", "--json", "--seeds", "1..4"}
        }) {
            var session = Session.of(args);

            assertThat(documents(session.out())).isOne();
            assertThat(session.err()).contains("options", "seed");
        }
    }

    @Test
    void jsonIsOneDocumentAlsoWhenTheInputIsBad() throws IOException {
        for (var args : new String[][] {
            {"run", "sturm", "--json"},
            {"run", "storm", "--json", "--sed", "3"},
            {"run", "storm", "--json", "--set", "x"}
        }) {
            var session = Session.of(args);

            assertThat(session.exitCode()).isEqualTo(2);
            assertThat(documents(session.out())).isOne();
            assertThat(session.out()).contains("\"verdict\"", "\"bad-input\"");
            assertThat(session.err().lines()).hasSize(1);
        }
    }

    @Test
    void overridesReachTheScenario() throws IOException {
        var explained = Session.of("explain", "storm", "--set", "duration=2s", "--set", "workload.0.rate=3/s");

        assertThat(explained.exitCode()).isZero();
        assertThat(explained.out()).contains("Until 2s, an update storm enters in every region: 3 updates a second");
    }

    private static String asked(String... args) throws IOException {
        var engine = new ToyEngine();
        Session.of(engine, Optional.empty(), false, args);
        return String.join(", ", engine.asked);
    }

    /** How many JSON objects follow each other; anything that is no JSON fails. */
    private static int documents(String text) throws IOException {
        int documents = 0;
        try (var parser = new JsonFactory().createParser(text)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                assertThat(token).isEqualTo(JsonToken.START_OBJECT);
                parser.skipChildren();
                documents++;
            }
        }
        return documents;
    }
}
