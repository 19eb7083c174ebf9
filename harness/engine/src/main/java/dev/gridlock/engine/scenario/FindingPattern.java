package dev.gridlock.engine.scenario;

import dev.gridlock.engine.finding.FindingKind;
import java.util.Optional;

/**
 * Which findings are meant, written {@code watchdog-restart in waw}, {@code lost-wakeup}, {@code any} or {@code any in
 * waw}.
 *
 * @param kind the kind, empty for any
 * @param region code of the region, empty for any
 */
public record FindingPattern(Optional<FindingKind> kind, Optional<String> region) {

    /** Word for any kind of finding. */
    public static final String ANY = "any";

    /** Whether a finding of this kind in this region is meant. */
    public boolean matches(FindingKind foundKind, String foundRegion) {
        return kind.map(foundKind::equals).orElse(true)
                && region.map(foundRegion::equals).orElse(true);
    }

    /** The pattern as it is written in a scenario. */
    @Override
    public String toString() {
        return kind.map(FindingKind::wireName).orElse(ANY)
                + region.map(code -> " in " + code).orElse("");
    }
}
