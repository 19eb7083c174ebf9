package dev.gridlock.engine.report;

import dev.gridlock.engine.finding.Affected;
import dev.gridlock.engine.finding.CausalStep;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells incidents in plain prose, one paragraph each: where and when, what the lock word was, who waited, which update
 * set it off and how it got there, and how it ended. What nobody told is said to be unknown or left out.
 */
public final class Narrative {

    private Narrative() {}

    /** One paragraph for each incident, in order of time; none for no findings. */
    public static List<String> of(List<Finding> findings) {
        return Incident.in(findings).stream().map(Narrative::tell).toList();
    }

    private static String tell(Incident incident) {
        var sentences = new ArrayList<String>();
        incident.stall().ifPresent(stall -> {
            sentences.add(whatHappened(stall));
            sentences.add(whoWaited(stall));
            sentences.add(whereFrom(incident, stall));
            gaveUp(incident, stall, sentences);
        });
        end(incident, sentences);
        incident.stall().ifPresent(stall -> sentences.add(whoElse(stall)));
        for (var finding : incident.findings()) {
            if (finding.kind() == FindingKind.DIVERGENCE || finding.kind() == FindingKind.UNCAUGHT_EXCEPTION) {
                sentences.add(other(finding));
            }
        }
        return String.join(" ", sentences);
    }

    private static String whatHappened(Finding stall) {
        var when = TimeText.instant(stall.at()) + " into the load";
        var word = stall.evidence().fact("word").orElse("not told");
        var decoded =
                stall.evidence().fact("decoded").map(text -> " (" + text + ")").orElse("");
        var where = "In " + stall.region() + ", ";
        return switch (stall.kind()) {
            case LOCK_WORD_CORRUPTION ->
                where + "the catalog lock of " + stall.node() + " broke " + when + ": its word read " + word + decoded
                        + ", a value that no order of correct operations produces.";
            case LOST_WAKEUP ->
                where + stall.node() + " lost a wakeup " + when + ": its lock word read " + word + decoded
                        + ", which is sound, and yet threads slept on for a lock that was free.";
            case LEAKED_GUARD ->
                where + "a hold of " + stall.node() + "'s catalog lock was found forgotten " + when
                        + stall.evidence()
                                .fact("because")
                                .map(why -> ": " + why)
                                .orElse("") + "." + reading(stall);
            case DEADLOCK ->
                where + stall.node() + " was found in a deadlock " + when
                        + stall.evidence()
                                .fact("cycle")
                                .map(cycle -> ": " + cycle)
                                .orElse("") + "." + reading(stall);
            case RETRY_LIVELOCK ->
                where + "a thread of " + stall.node() + " was found in a livelock " + when
                        + ": it had asked for the lock "
                        + stall.evidence()
                                .fact("attempts")
                                .map(count -> Prose.count(Long.parseLong(count), "time"))
                                .orElse("again and again")
                        + " in a row and given up each time." + reading(stall);
            case LONG_HOLDER ->
                where + "a thread of " + stall.node() + " stayed inside the catalog lock for long while others waited, "
                        + when + "." + reading(stall);
            case STARVATION ->
                where + "a thread of " + stall.node()
                        + " waited for the catalog lock for long while others went past it, " + when + "."
                        + reading(stall);
            case LOCK_STALL, WATCHDOG_RESTART, DIVERGENCE, UNCAUGHT_EXCEPTION ->
                where + stall.node() + " stalled " + when + ": its catalog stopped answering while the lock word read "
                        + word + decoded + ".";
        };
    }

    /** What the lock's word said, if the lock has one. */
    private static String reading(Finding stall) {
        return stall.evidence()
                .fact("word")
                .map(word -> " The lock word read " + word
                        + stall.evidence()
                                .fact("decoded")
                                .map(text -> " (" + text + ")")
                                .orElse("") + ".")
                .orElse("");
    }

    private static String whoWaited(Finding stall) {
        var holders = stall.evidence().fact("holders").orElse("not told");
        var waiters = stall.evidence().fact("waiters").orElse("not told");
        var held = switch (holders) {
            case "none" -> "Nobody held the lock";
            case "not told" -> "Who held the lock was not told";
            default -> "The lock was held by " + holders;
        };
        return switch (waiters) {
            case "none" -> held + ", and nobody waited for it.";
            case "not told" -> held + ", and neither was told who waited for it.";
            default -> held + ", and these waited for it: " + waiters + ".";
        };
    }

    private static String whereFrom(Incident incident, Finding stall) {
        var update = stall.evidence().fact("update");
        if (update.isEmpty()) {
            return "Which update set it off is not known.";
        }
        var path = new ArrayList<String>();
        takenIn(incident).ifPresent(path::add);
        last(stall, "store.apply")
                .ifPresent(
                        step -> path.add(step.node() + " applied it at " + TimeText.instant(step.at()) + hops(stall)));
        incident.step("subscription.event")
                .ifPresent(step -> path.add(step.node() + " heard of it at " + TimeText.instant(step.at())));
        var named = "The update that set it off was " + update.get();
        return path.isEmpty()
                ? named + "; how it came there is not known."
                : named + ": " + String.join("; ", path) + ".";
    }

    /** Who sent the update where, and its commit. */
    private static Optional<String> takenIn(Incident incident) {
        var committed = incident.step("store.commit");
        return incident.step("update")
                .map(step -> "a client in " + step.region() + " sent it to " + step.node() + " at "
                        + TimeText.instant(step.at())
                        + committed
                                .map(commit -> ", which committed it at " + TimeText.instant(commit.at()))
                                .orElse(""))
                .or(() -> committed.map(commit -> commit.node() + " committed it at " + TimeText.instant(commit.at())));
    }

    /** The stores between the one that committed and the one that feeds the node. */
    private static String hops(Finding stall) {
        var received = stall.causedBy().stream()
                .filter(step -> step.what().equals("gossip.receive"))
                .map(CausalStep::node)
                .toList();
        var between = received.isEmpty() ? received : received.subList(0, received.size() - 1);
        return between.isEmpty() ? "" : " (by way of " + Prose.list(between) + ")";
    }

    private static Optional<CausalStep> last(Finding finding, String what) {
        return finding.causedBy().reversed().stream()
                .filter(step -> step.what().equals(what))
                .findFirst();
    }

    private static void gaveUp(Incident incident, Finding stall, List<String> sentences) {
        incident.step("lock.timeout").ifPresent(step -> {
            var label = stall.evidence()
                    .fact("label")
                    .map(text -> " labelled \"" + text + "\"")
                    .orElse("");
            var app = stall.evidence().fact("app").map(text -> " for " + text).orElse("");
            sentences.add(
                    "A write" + label + app + " gave up waiting for the lock at " + TimeText.instant(step.at()) + ".");
        });
    }

    private static void end(Incident incident, List<String> sentences) {
        var restart = incident.finding(FindingKind.WATCHDOG_RESTART);
        if (restart.isEmpty()) {
            if (incident.stall().isPresent()) {
                sentences.add("No watchdog halted the node.");
            }
            return;
        }
        var evidence = restart.get().evidence();
        var missed = evidence.fact("missed")
                .map(count -> " after " + Prose.count(Long.parseLong(count), "unanswered probe"))
                .orElse("");
        var who = incident.stall().isPresent()
                ? "The watchdog"
                : "In " + incident.region() + ", the watchdog of " + incident.node();
        sentences.add(
                who + " halted the node at " + TimeText.instant(restart.get().at()) + missed + " with exit code "
                        + evidence.fact("exitCode").orElse("134") + ", and it was "
                        + evidence.fact("restart").orElse("not restarted within the run") + ".");
    }

    private static String whoElse(Finding stall) {
        var others = stall.blastRadius().stream()
                .filter(affected -> !affected.node().equals(stall.node()))
                .map(Narrative::inRegion)
                .toList();
        if (stall.blastRadius().isEmpty()) {
            return "Whether other nodes stalled for the same reason is not known.";
        }
        return others.isEmpty()
                ? "The same update stalled no other node."
                : "The same update also stalled " + Prose.list(others) + ".";
    }

    private static String inRegion(Affected affected) {
        return affected.node() + " in " + affected.region();
    }

    private static String other(Finding finding) {
        var where = finding.region().isEmpty() ? "Across regions" : "In " + finding.region();
        return where + ", " + TimeText.instant(finding.at()) + " into the load, "
                + finding.evidence().prose() + ".";
    }
}
