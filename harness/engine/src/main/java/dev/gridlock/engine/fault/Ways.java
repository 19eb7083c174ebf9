package dev.gridlock.engine.fault;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The shapes in which ways are hurt together; each list is without repetition. */
public final class Ways {

    private Ways() {}

    /** Both ways between two regions. */
    public static List<Way> between(String one, String other) {
        return List.of(new Way(one, other), new Way(other, one));
    }

    /** Every way into a region and out of it. */
    public static List<Way> around(String region, List<String> all) {
        var ways = new ArrayList<Way>();
        for (var other : all) {
            if (!other.equals(region)) {
                ways.addAll(between(region, other));
            }
        }
        return List.copyOf(ways);
    }

    /**
     * Every way between regions of different groups. A region that stands in several groups keeps all its ways, so two
     * groups that share one region are joined by a bridge.
     */
    public static List<Way> split(List<List<String>> groups) {
        Set<Way> ways = new LinkedHashSet<>();
        for (var group : groups) {
            for (var other : groups) {
                for (var from : group) {
                    for (var to : other) {
                        if (groups.stream().noneMatch(both -> both.contains(from) && both.contains(to))) {
                            ways.add(new Way(from, to));
                        }
                    }
                }
            }
        }
        return List.copyOf(ways);
    }

    /** Every way between regions that are not neighbours in a circle of regions. */
    public static List<Way> ring(List<String> circle) {
        var ways = new ArrayList<Way>();
        for (int i = 0; i < circle.size(); i++) {
            for (int j = 0; j < circle.size(); j++) {
                int apart = Math.floorMod(i - j, circle.size());
                if (apart > 1 && apart < circle.size() - 1) {
                    ways.add(new Way(circle.get(i), circle.get(j)));
                }
            }
        }
        return List.copyOf(ways);
    }
}
