package dev.gridlock.engine.report;

import static dev.gridlock.engine.history.Script.at;
import static dev.gridlock.engine.history.Script.waiter;
import static dev.gridlock.engine.report.Golden.assertGolden;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.gridlock.engine.detect.Detection;
import dev.gridlock.engine.detect.Expected;
import dev.gridlock.engine.detect.WarsawHistory;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.history.Script;
import dev.gridlock.engine.run.Results;
import dev.gridlock.engine.run.SearchResult;
import dev.gridlock.engine.run.VariantSearch;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people and programs read, pinned by golden files and made from histories written by hand. */
class ReportTest {

    private static List<Finding> findings(Script script) {
        return Detection.in(
                        script.observations(),
                        script.nodes(),
                        new Expected(true, true),
                        at(WarsawHistory.LOAD_START_MILLIS))
                .findings();
    }

    private static String paragraphs(Script script) {
        return String.join("\n\n", Narrative.of(findings(script))) + "\n";
    }

    @Test
    void corruptionIsToldFromTheUpdateToTheRestart() {
        assertGolden("narrative-corruption.txt", paragraphs(WarsawHistory.corruption()));
    }

    @Test
    void aLostWakeupIsToldForEachNode() {
        assertGolden("narrative-lost-wakeup.txt", paragraphs(WarsawHistory.lostWakeup()));
    }

    @Test
    void otherIncidentsAreToldAsFarAsTheyAreKnown() {
        var script = Script.of("store-iad-1", "store-waw-1", "proxy-waw-1", "proxy-iad-1", "proxy-iad-2")
                .event(400, "proxy-waw-1", "watchdog.silence", "missed", 1, "word", "0x0000000000000008")
                .exit(401, "proxy-waw-1", 134)
                .exit(500, "proxy-iad-1", 134)
                .died(600, "proxy-iad-2", "acceptor", "java.lang.OutOfMemoryError: heap")
                .update(700, 701, "u-1", "store-iad-1", "m-1", Outcome.OK)
                .holds(5000, "store-iad-1", "the tables", "a")
                .holds(5000, "store-waw-1", "the tables", "b")
                .holdsUpdates(5000, "store-iad-1", Map.of("m-1", ""))
                .holdsUpdates(5000, "store-waw-1", Map.of("m-1", ""));

        assertGolden("narrative-others.txt", paragraphs(script));
    }

    @Test
    void stallsThatANodeNamesAreToldInTheirOwnWords() {
        var proxies = List.of("proxy-waw-1", "proxy-waw-2", "proxy-waw-3", "proxy-waw-4", "proxy-waw-5");
        var holder = List.of(waiter("SHARED", "route", "u-3", 0));
        var script = Script.of("store-iad-1", "proxy-waw-1", "proxy-waw-2", "proxy-waw-3", "proxy-waw-4", "proxy-waw-5")
                .event(
                        400,
                        proxies.get(0),
                        "lock.stall",
                        "kind",
                        "deadlock",
                        "label",
                        "route",
                        "update",
                        "u-3",
                        "word",
                        "0x0000000000000012",
                        "decoded",
                        "1 reader",
                        "forNanos",
                        250_000_000,
                        "holders",
                        holder,
                        "cycle",
                        List.of(Map.of(
                                "thread",
                                "front-1",
                                "waitsFor",
                                "exclusive",
                                "behind",
                                "front-1",
                                "whoseLabel",
                                "route",
                                "whoseMode",
                                "shared")))
                .event(410, proxies.get(1), "lock.stall", "kind", "leaked-guard", "because", "its thread has ended")
                .event(420, proxies.get(2), "lock.stall", "kind", "retry-livelock", "attempts", 64, "label", "apply")
                .event(430, proxies.get(3), "lock.stall", "kind", "long-holder", "holders", holder)
                .event(440, proxies.get(4), "lock.stall", "kind", "starvation", "label", "apply");

        assertGolden("narrative-named.txt", paragraphs(script));
    }

    @Test
    void noFindingsMakeNoStory() {
        assertThat(Narrative.of(List.of())).isEmpty();
    }

    @Test
    void theBlockOfAFindingEndsWithTheCommandThatRepeatsIt() {
        var command = "./gridlock run warsaw --variant parking-lot-0.12.3 --seed 3";
        var block = FindingBlock.of(findings(WarsawHistory.corruption()).getFirst(), command);

        assertThat(block.lines().toList().getLast()).isEqualTo(command);
        assertGolden("finding-block.txt", block);
    }

    @Test
    void aRunReadsAsText() {
        assertGolden("run.txt", RunText.of(Results.of("parking-lot-0.12.3", 3, findings(WarsawHistory.corruption()))));
        assertGolden("run-missing.txt", RunText.of(Results.missing("default", 4, "proxy-waw-1 printed no event")));
    }

    @Test
    void optionsAreAligned() {
        var options = new LinkedHashMap<String, String>();
        options.put("seed", "3");
        options.put("proxy.write-timeout", "200us");

        assertThat(RunText.options(options)).isEqualTo("  seed                 3\n  proxy.write-timeout  200us\n");
    }

    @Test
    void aSearchReadsAsATable() {
        var reproducing = Results.of("parking-lot-0.12.3", 2, findings(WarsawHistory.corruption()));
        var search = new SearchResult(
                "warsaw",
                List.of(
                        new VariantSearch(
                                "parking-lot-0.12.3",
                                "lock-word-corruption in waw, watchdog-restart in waw",
                                List.of(Results.pass("parking-lot-0.12.3", 1), reproducing),
                                Optional.of(reproducing),
                                Verdict.PASS,
                                ""),
                        new VariantSearch(
                                "parking-lot-0.12.3+pr466a",
                                "lost-wakeup",
                                List.of(Results.pass("parking-lot-0.12.3+pr466a", 1)),
                                Optional.empty(),
                                Verdict.INCONCLUSIVE,
                                "no seed up to 1 shows it"),
                        new VariantSearch(
                                "parking-lot-0.12.5",
                                "nothing",
                                List.of(
                                        Results.pass("parking-lot-0.12.5", 1),
                                        Results.finding(
                                                "parking-lot-0.12.5",
                                                2,
                                                "fra",
                                                FindingKind.DIVERGENCE,
                                                FindingKind.DIVERGENCE)),
                                Optional.empty(),
                                Verdict.FINDING,
                                "seed 2 shows divergence")),
                Verdict.FINDING);

        assertGolden("search-table.txt", RunTable.of(search));
    }

    @Test
    void runsReadAsATable() {
        assertGolden(
                "run-table.txt",
                RunTable.of(List.of(
                        Results.pass("parking-lot-0.12.5", 1),
                        Results.finding("parking-lot-0.12.3", 2, "waw", FindingKind.LOCK_WORD_CORRUPTION),
                        Results.missing("parking-lot-0.12.5", 10, "x"))));
    }

    @Test
    void theResultDocumentHasItsMembersInOrder() throws IOException {
        var writer = new StringWriter();
        ResultJson.write(
                List.of(
                        Results.of("parking-lot-0.12.3", 3, findings(WarsawHistory.corruption())),
                        Results.missing("parking-lot-0.12.5", 3, "proxy-waw-1 printed no event")),
                Verdict.FINDING,
                writer);

        assertGolden("result.json", writer.toString());
        var document = JSON.std.mapFrom(writer.toString());
        assertThat(document.keySet()).containsExactly("runs", "verdict");
        assertThat(document.get("runs"))
                .isInstanceOfSatisfying(
                        List.class,
                        runs -> assertThat(members(runs))
                                .startsWith(
                                        "scenario",
                                        "variant",
                                        "seed",
                                        "backend",
                                        "verdict",
                                        "traceHash",
                                        "simulatedSeconds",
                                        "wallSeconds",
                                        "steps",
                                        "findings",
                                        "expectations"));
    }

    private static List<String> members(List<?> runs) {
        return ((Map<?, ?>) runs.getFirst())
                .keySet().stream().map(Object::toString).toList();
    }

    @Test
    void aDocumentWithoutRunsIsStillADocument() throws IOException {
        var writer = new StringWriter();
        ResultJson.write(List.of(), Verdict.PASS, writer);

        assertThat(writer.toString()).isEqualTo("{\n  \"runs\" : [ ],\n  \"verdict\" : \"pass\"\n}\n");
    }
}
