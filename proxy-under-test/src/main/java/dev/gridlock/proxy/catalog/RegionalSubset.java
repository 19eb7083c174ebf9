package dev.gridlock.proxy.catalog;

import java.util.Set;

/**
 * Which machines a catalog keeps.
 *
 * @param regions those of these regions; all of them if empty
 */
public record RegionalSubset(Set<String> regions) {

    /** Keeps a copy. */
    public RegionalSubset {
        regions = Set.copyOf(regions);
    }

    /** Whether the machine belongs into the catalog. */
    public boolean keeps(Machine machine) {
        return regions.isEmpty() || regions.contains(machine.region());
    }
}
