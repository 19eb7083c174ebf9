package dev.gridlock.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.history.Script;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingEvidenceTest {

    private static final Expected ALL = new Expected(true, true);

    private static List<String> missing(Script script, Expected expected) {
        return MissingEvidence.in(script.observations(), script.nodes(), expected);
    }

    private static Script complete() {
        return Script.of("store-iad-1", "proxy-iad-1")
                .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.OK)
                .event(11, "store-iad-1", "store.commit", "update", "u-1")
                .request(12, 13, "proxy-iad-1", Outcome.OK)
                .holds(5000, "store-iad-1", "the tables", "a");
    }

    @Test
    void aCompleteHistoryLacksNothing() {
        assertThat(missing(complete(), ALL)).isEmpty();
    }

    @Test
    void aNodeThatNeverSpokeIsMissed() {
        var script = complete();
        script.start(0, "proxy-iad-1");
        var nodes = Script.of("store-iad-1", "proxy-iad-1", "proxy-iad-2").nodes();

        assertThat(MissingEvidence.in(script.observations(), nodes, ALL))
                .containsExactly("proxy-iad-2 printed no event");
    }

    @Test
    void aLoadThatReachedNothingIsMissed() {
        var script = Script.of("store-iad-1", "proxy-iad-1")
                .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.FAILED)
                .request(12, 13, "proxy-iad-1", Outcome.INDETERMINATE)
                .request(12, 13, "proxy-iad-1", Outcome.FAILED)
                .holds(5000, "store-iad-1", "the tables", "a");

        assertThat(missing(script, ALL))
                .containsExactly("none of 2 requests was answered", "none of 1 updates was acknowledged");
    }

    @Test
    void aLoadThatWasNotMadeIsMissedOnlyWhenTheScenarioHasOne() {
        var script = Script.of("store-iad-1").holds(5000, "store-iad-1", "the tables", "a");

        assertThat(missing(script, ALL)).containsExactly("no request was made", "no update was made");
        assertThat(missing(script, new Expected(false, false))).isEmpty();
    }

    @Test
    void acknowledgedUpdatesThatNoStoreToldOfAreMissed() {
        var script = Script.of("store-iad-1")
                .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.OK)
                .holds(5000, "store-iad-1", "the tables", "a");

        assertThat(missing(script, new Expected(false, true))).containsExactly("no store told of a committed update");
    }

    @Test
    void aNodeThatIsUpMustSayWhatItHoldsAndOneThatIsDownNeedNot() {
        var up = complete().doesNotSay(5000, "proxy-iad-1").doesNotSay(5000, "proxy-iad-1");
        var down = complete().kill(100, "proxy-iad-1").doesNotSay(5000, "proxy-iad-1");
        var back = complete().kill(100, "proxy-iad-1").start(200, "proxy-iad-1").doesNotSay(5000, "proxy-iad-1");

        assertThat(missing(up, ALL))
                .containsExactly("proxy-iad-1 is up and did not say what it holds (no answer: timed out)");
        assertThat(missing(down, ALL)).isEmpty();
        assertThat(missing(back, ALL)).hasSize(1);
    }

    @Test
    void nobodyAskedIsMissed() {
        var script = Script.of("store-iad-1");

        assertThat(missing(script, new Expected(false, false)))
                .containsExactly("no node was asked what it holds at the end");
    }

    @Test
    void unreadableLinesAreLostEvidenceCountedByNode() {
        var script = complete()
                .line(20, "store-iad-1", "garbage")
                .line(21, "store-iad-1", "more")
                .event(22, "store-iad-1", "node.stopping");

        assertThat(missing(script, ALL))
                .containsExactly("2 lines of store-iad-1 could not be read (the line is not a JSON object): garbage");
    }

    @Test
    void theLastLineOfANodeThatExitsMayBeCutOff() {
        var script =
                complete().line(20, "proxy-iad-1", "{\"event\":\"catalog.wr").kill(20, "proxy-iad-1");

        assertThat(missing(script, ALL)).isEmpty();
    }

    @Test
    void theLastLineOfANodeThatLivesMustBeWhole() {
        var script = complete().line(20, "proxy-iad-1", "{\"event\":\"catalog.wr");

        assertThat(missing(script, ALL))
                .singleElement()
                .asString()
                .startsWith("a line of proxy-iad-1 could not be read");
    }
}
