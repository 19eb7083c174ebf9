package dev.gridlock.proxy.route;

import dev.gridlock.proxy.catalog.ApplicationEntry;
import dev.gridlock.proxy.catalog.MachineEntry;
import dev.gridlock.proxy.route.usage.HostHealth;
import dev.gridlock.proxy.route.usage.Hosts;
import dev.gridlock.proxy.route.usage.MachineUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Chooses proxies for an edge: of the regions where the application is the nearest one that has a healthy proxy, and of its
 * proxies the least used. Thread-safe.
 */
public final class EdgeRouter implements Routes {

    private final Lookup lookup;
    private final RegionDistances distances;
    private final OverdueMachine overdue;
    private final int attemptsPerRegion;
    private final Map<String, List<Peer>> peersByRegion = new TreeMap<>();
    private final AtomicLong turns = new AtomicLong();

    /** A proxy of a region. */
    private record Peer(String address, MachineUse use, HostHealth health) {}

    /**
     * A router over what {@code lookup} finds, where a machine stands for all those of its region.
     *
     * @param distances to the regions
     * @param overdue asked before each look-up
     * @param attemptsPerRegion how many proxies of one region are tried for one request before the next region is
     * @param peers addresses of each region's proxies
     * @param hosts gives the addresses their health
     */
    public EdgeRouter(
            Lookup lookup,
            RegionDistances distances,
            OverdueMachine overdue,
            int attemptsPerRegion,
            Map<String, List<String>> peers,
            Hosts hosts) {
        this.lookup = lookup;
        this.distances = distances;
        this.overdue = overdue;
        this.attemptsPerRegion = attemptsPerRegion;
        peers.forEach((region, addresses) -> peersByRegion.put(
                region,
                addresses.stream()
                        .map(address -> new Peer(address, new MachineUse(), hosts.at(address)))
                        .toList()));
    }

    @Override
    public RouteOutcome route(String app, Set<String> avoid) {
        String gone = overdue.now().orElse("");
        return lookup.lookUp(app, entry -> choose(entry, avoid, gone));
    }

    private RouteOutcome choose(ApplicationEntry entry, Set<String> avoid, String gone) {
        long now = System.nanoTime();
        var regions = new ArrayList<String>();
        Optional<Candidate<Route>> best = Optional.empty();
        for (MachineEntry place : entry.machines()) {
            if (!place.row().id().equals(gone)) {
                String region = place.row().region();
                regions.add(region);
                for (Peer peer : untried(region, avoid)) {
                    if (peer.health().isHealthy(now)) {
                        Candidate<Route> candidate = candidate(region, peer);
                        if (best.isEmpty() || candidate.isBetterThan(best.get())) {
                            best = Optional.of(candidate);
                        }
                    }
                }
            }
        }
        if (best.isEmpty()) {
            return new RouteOutcome.NoProxy(regions);
        }
        Route route = best.get().goal();
        route.use().chosen(turns.incrementAndGet());
        return new RouteOutcome.Chosen(route);
    }

    private List<Peer> untried(String region, Set<String> avoid) {
        List<Peer> peers = peersByRegion.getOrDefault(region, List.of());
        List<Peer> untried =
                peers.stream().filter(peer -> !avoid.contains(peer.address())).toList();
        return peers.size() - untried.size() < attemptsPerRegion ? untried : List.of();
    }

    private Candidate<Route> candidate(String region, Peer peer) {
        return new Candidate<>(
                Route.toProxy(peer.address(), region, peer.use(), peer.health()),
                distances.millis(region),
                peer.use().requests(),
                peer.use().lastTurn());
    }
}
