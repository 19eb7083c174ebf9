package dev.gridlock.store.config;

import java.time.Duration;
import java.util.List;

/** Reads the table {@code [membership]}: a profile, and what differs from it. */
final class MembershipSection {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private MembershipSection() {}

    static SwimConfig read(Section s) throws ConfigException {
        String profile = s.choice("profile", "wan", List.of("wan", "fast"));
        SwimConfig base = profile.equals("fast") ? SwimConfig.fast() : SwimConfig.wan();
        Duration probePeriod = period(s, "probe_period", base.probePeriod());
        Duration probeRtt = period(s, "probe_rtt", base.probeRtt());
        int indirectProbes = s.integer("indirect_probes", base.indirectProbes(), 0, 100);
        int factor = s.integer("suspect_to_down_factor", base.suspectToDownFactor(), 1, 1000);
        int transmissions = s.integer("max_transmissions", base.maxTransmissions(), 0, 1000);
        SwimConfig.Rounds gossip = new SwimConfig.Rounds(
                period(s, "gossip_interval", base.gossip().interval()),
                base.gossip().members());
        SwimConfig.Rounds announce = new SwimConfig.Rounds(
                period(s, "announce_interval", base.announce().interval()),
                base.announce().members());
        SwimConfig.Rounds announceToDown = new SwimConfig.Rounds(
                period(s, "announce_to_down_interval", base.announceToDown().interval()),
                base.announceToDown().members());
        Duration removeDownAfter = s.duration("remove_down_after", base.removeDownAfter(), SHORTEST);
        if (probeRtt.compareTo(probePeriod) >= 0) {
            throw s.problem(
                    "probe_rtt",
                    '"' + Durations.text(probeRtt) + '"',
                    "less than probe_period, which is \"" + Durations.text(probePeriod) + '"');
        }
        return new SwimConfig(
                probePeriod,
                probeRtt,
                indirectProbes,
                factor,
                transmissions,
                base.maxUpdatesPerMessage(),
                gossip,
                announce,
                announceToDown,
                base.bootstrap(),
                base.notifyDown(),
                removeDownAfter);
    }

    private static Duration period(Section s, String key, Duration fallback) throws ConfigException {
        Duration period = s.duration(key, fallback, SHORTEST);
        if (period.compareTo(LONGEST) > 0) {
            throw s.problem(key, '"' + Durations.text(period) + '"', "at most \"1h\"");
        }
        return period;
    }
}
