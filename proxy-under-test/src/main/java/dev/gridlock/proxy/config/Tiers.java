package dev.gridlock.proxy.config;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The keys that mean something else, or nothing, from one tier to the next. */
final class Tiers {

    private Tiers() {}

    static Tier tier(ConfigSource source) throws ConfigException {
        return Tier.valueOf(source.choice("proxy", "tier", "single", List.of("single", "edge", "regional"))
                .toUpperCase(Locale.ROOT));
    }

    /** An edge keeps everything, and that is little: a row for each application and region. */
    static String loading(ConfigSource source, Tier tier) throws ConfigException {
        String otherwise = tier == Tier.EDGE ? "eager" : "lazy";
        String found = source.choice("catalog", "loading", otherwise, List.of("lazy", "lazy-reload", "eager"));
        if (tier == Tier.EDGE && !found.equals("eager")) {
            throw source.bad(
                    "catalog", "loading", '"' + found + '"', "\"eager\", for an edge knows where all applications are");
        }
        return found;
    }

    /** The regions whose machines are kept; empty for all. */
    static SortedSet<String> regions(ConfigSource source, Tier tier) throws ConfigException {
        List<String> found = source.texts("catalog", "regions");
        if (tier == Tier.EDGE && !found.isEmpty()) {
            throw source.bad(
                    "catalog", "regions", found.toString(), "no regions, for an edge knows where all applications are");
        }
        var regions = new TreeSet<>(found);
        if (tier == Tier.REGIONAL && regions.isEmpty()) {
            regions.add(source.text("node", "region"));
        }
        return Collections.unmodifiableSortedSet(regions);
    }

    static SortedMap<String, List<String>> peers(ConfigSource source, Tier tier) throws ConfigException {
        SortedMap<String, List<String>> peers = new TreeMap<>(source.addresses("peers"));
        if (tier == Tier.EDGE && peers.isEmpty()) {
            throw source.bad("peers", "missing", "the addresses of at least one region's proxies, for this is an edge");
        }
        if (tier != Tier.EDGE && !peers.isEmpty()) {
            throw source.bad(
                    "peers", "given", "none, for only [proxy] tier = \"edge\" sends requests to other proxies");
        }
        return Collections.unmodifiableSortedMap(peers);
    }
}
