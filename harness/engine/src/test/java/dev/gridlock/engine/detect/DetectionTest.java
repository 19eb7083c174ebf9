package dev.gridlock.engine.detect;

import static dev.gridlock.engine.history.Script.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.gridlock.engine.finding.Affected;
import dev.gridlock.engine.finding.CausalStep;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.history.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DetectionTest {

    private static final Expected LOAD = new Expected(true, true);

    private static Detection detect(Script script) {
        return Detection.in(script.observations(), script.nodes(), LOAD, at(WarsawHistory.LOAD_START_MILLIS));
    }

    @Test
    void theWarsawHistoryShowsCorruptionAndRestartAndNothingElse() {
        var detection = detect(WarsawHistory.corruption());

        assertThat(detection.missing()).isEmpty();
        assertThat(detection.findings())
                .extracting(Finding::kind, Finding::node, Finding::region, Finding::at)
                .containsExactly(
                        tuple(FindingKind.LOCK_WORD_CORRUPTION, "proxy-waw-1", "waw", at(1042.4)),
                        tuple(FindingKind.WATCHDOG_RESTART, "proxy-waw-1", "waw", at(1193.3)));
    }

    @Test
    void theChainLeadsFromTheUpdateOverEveryHopToTheRestart() {
        var finding = detect(WarsawHistory.corruption()).findings().getFirst();

        assertThat(finding.causedBy())
                .extracting(CausalStep::what, CausalStep::node, CausalStep::at)
                .containsExactly(
                        tuple("update", "store-iad-1", at(980)),
                        tuple("store.commit", "store-iad-1", at(981)),
                        tuple("gossip.send", "store-iad-1", at(990)),
                        tuple("gossip.receive", "store-fra-1", at(1025)),
                        tuple("gossip.send", "store-fra-1", at(1027)),
                        tuple("gossip.receive", "store-waw-1", at(1037)),
                        tuple("store.apply", "store-waw-1", at(1039)),
                        tuple("subscription.event", "proxy-waw-1", at(1040)),
                        tuple("lock.timeout", "proxy-waw-1", at(1042.3)),
                        tuple("lock.corrupted", "proxy-waw-1", at(1042.4)),
                        tuple("lock.waiters-without-holder", "proxy-waw-1", at(1062)),
                        tuple("watchdog.silence", "proxy-waw-1", at(1193)),
                        tuple("exit", "proxy-waw-1", at(1193.3)),
                        tuple("restart", "proxy-waw-1", at(1693.3)));
        assertThat(finding.causedBy()).extracting(CausalStep::region).startsWith("iad", "iad", "iad", "fra");
    }

    @Test
    void allFindingsOfALifeNameTheUpdateBehindItsFirstStall() {
        var detection = detect(WarsawHistory.corruption());

        assertThat(detection.findings())
                .extracting(finding -> finding.evidence().facts().get("update"))
                .containsExactly("u-7", "u-7");
    }

    @Test
    void theBlastRadiusIsEveryNodeThatTheSameUpdateStalled() {
        var detection = detect(WarsawHistory.lostWakeup());

        assertThat(detection.findings())
                .extracting(Finding::kind)
                .containsExactly(FindingKind.LOST_WAKEUP, FindingKind.LOST_WAKEUP);
        assertThat(detection.findings())
                .allSatisfy(finding -> assertThat(finding.blastRadius())
                        .containsExactly(new Affected("waw", "proxy-waw-1"), new Affected("waw", "proxy-waw-2")));
        assertThat(detect(WarsawHistory.corruption()).findings().getFirst().blastRadius())
                .containsExactly(new Affected("waw", "proxy-waw-1"));
    }

    @Test
    void anUpdateTakenInTheSameRegionNeedsNoHop() {
        var script = Script.of("store-waw-1", "proxy-waw-1")
                .event(11, "store-waw-1", "store.commit", "update", "u-1")
                .update(10, 12, "u-1", "store-waw-1", "m-1", Outcome.OK)
                .event(13, "proxy-waw-1", "subscription.event", "update", "u-1")
                .event(14, "proxy-waw-1", "lock.corrupted", "word", "0xffffffffffffffff", "update", "u-1");

        assertThat(detect(script).findings().getFirst().causedBy())
                .extracting(CausalStep::what)
                .containsExactly("update", "store.commit", "subscription.event", "lock.corrupted");
    }

    @Test
    void anUpdateThatCameByCatchUpIsFollowedThroughItsApply() {
        var script = Script.of("store-iad-1", "store-waw-1", "proxy-waw-1")
                .event(11, "store-iad-1", "store.commit", "update", "u-1")
                .update(10, 12, "u-1", "store-iad-1", "m-1", Outcome.OK)
                .event(500, "store-waw-1", "store.apply", "update", "u-1", "from", "store-iad-1")
                .event(514, "proxy-waw-1", "lock.corrupted", "word", "0xffffffffffffffff", "update", "u-1");

        assertThat(detect(script).findings().getFirst().causedBy())
                .extracting(CausalStep::what, CausalStep::node)
                .containsExactly(
                        tuple("update", "store-iad-1"),
                        tuple("store.commit", "store-iad-1"),
                        tuple("store.apply", "store-waw-1"),
                        tuple("lock.corrupted", "proxy-waw-1"));
    }

    @Test
    void storesThatNameEachOtherAsSendersEndTheSearch() {
        var script = Script.of("store-iad-1", "store-waw-1", "proxy-waw-1")
                .event(1, "store-iad-1", "gossip.receive", "update", "u-1", "from", "store-waw-1")
                .event(2, "store-waw-1", "gossip.receive", "update", "u-1", "from", "store-iad-1")
                .event(3, "store-waw-1", "store.apply", "update", "u-1", "from", "store-iad-1")
                .event(4, "proxy-waw-1", "lock.corrupted", "word", "0xffffffffffffffff", "update", "u-1");

        assertThat(detect(script).findings().getFirst().causedBy())
                .extracting(CausalStep::what, CausalStep::node)
                .containsExactly(
                        tuple("gossip.receive", "store-iad-1"),
                        tuple("gossip.receive", "store-waw-1"),
                        tuple("store.apply", "store-waw-1"),
                        tuple("lock.corrupted", "proxy-waw-1"));
    }

    @Test
    void withoutAKnownUpdateTheChainIsWhatTheNodeItselfWentThrough() {
        var script = Script.of("proxy-waw-1")
                .event(100, "proxy-waw-1", "watchdog.silence", "missed", 3, "word", "0x0000000000000008")
                .exit(101, "proxy-waw-1", 134);

        assertThat(detect(script).findings()).allSatisfy(finding -> {
            assertThat(finding.causedBy()).extracting(CausalStep::what).containsExactly("watchdog.silence", "exit");
            assertThat(finding.blastRadius()).isEmpty();
        });
    }

    @Test
    void nodesOfSeveralRegionsThatDivergeHaveNoRegion() {
        var script = Script.of("store-iad-1", "store-fra-1", "store-waw-1", "store-waw-2")
                .holds(5000, "store-waw-1", "the tables", "a")
                .holds(5000, "store-waw-2", "the tables", "a")
                .holds(5000, "store-iad-1", "the tables", "b")
                .holds(5000, "store-fra-1", "the tables", "c");

        assertThat(detect(script).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.node()).isEqualTo("store-iad-1, store-fra-1");
            assertThat(finding.region()).isEmpty();
        });
    }

    @Test
    void aLostUpdateKeepsItsWayToTheStore() {
        var script = Script.of("store-iad-1")
                .event(11, "store-iad-1", "store.commit", "update", "u-1")
                .update(10, 12, "u-1", "store-iad-1", "m-1", Outcome.OK)
                .holdsUpdates(5000, "store-iad-1", Map.of("m-1", ""));

        assertThat(detect(script).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.causedBy())
                        .extracting(CausalStep::what)
                        .containsExactly("update", "store.commit"));
    }
}
