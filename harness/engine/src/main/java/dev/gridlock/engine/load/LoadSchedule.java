package dev.gridlock.engine.load;

import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.sut.ClientRequest;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.SystemPlan;
import dev.gridlock.engine.sut.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Everything the clients of a run will do, drawn before it starts. Arrivals are a Poisson process: gaps between
 * operations are exponentially distributed, so operations bunch as independent clients' do.
 *
 * @param byRegion the operations of each client region in order of their start
 */
public record LoadSchedule(Map<String, List<ScheduledOperation>> byRegion) {

    /** Most operations in one run; a schedule is held in memory. */
    public static final int OPERATIONS_MAX = 2_000_000;

    private static final DataSet WITHOUT_STORM = new DataSet(20, 5);

    public LoadSchedule {
        byRegion = Collections.unmodifiableMap(new LinkedHashMap<>(byRegion));
    }

    /** How much data the workloads need; 20 applications of 5 machines when there is no update storm. */
    public static DataSet dataOf(List<Workload> workloads) {
        return workloads.stream()
                .filter(Workload.UpdateStorm.class::isInstance)
                .map(Workload.UpdateStorm.class::cast)
                .map(storm -> new DataSet(storm.applications(), storm.machinesPerApplication()))
                .reduce((a, b) -> new DataSet(
                        Math.max(a.applications(), b.applications()),
                        Math.max(a.machinesPerApplication(), b.machinesPerApplication())))
                .orElse(WITHOUT_STORM);
    }

    /** The number of operations that the workloads mean, before chance is applied. */
    public static double expectedOperations(List<Workload> workloads) {
        return workloads.stream()
                .mapToDouble(load -> {
                    double seconds = load.to().minus(load.from()).toNanos() / 1e9;
                    int streams =
                            load instanceof Workload.Requests ? load.regions().size() : 1;
                    return seconds * load.perSecond() * streams;
                })
                .sum();
    }

    /**
     * Draws a schedule.
     *
     * @param workloads no more than {@link #OPERATIONS_MAX} operations together
     * @param random consumed in a fixed order, so equal generators give equal schedules
     */
    public static LoadSchedule draw(List<Workload> workloads, SystemPlan plan, RandomGenerator random) {
        assert expectedOperations(workloads) <= OPERATIONS_MAX : "the caller refuses larger loads";
        var data = dataOf(workloads);
        var operations = new ArrayList<ScheduledOperation>();
        operations.addAll(updates(workloads, plan, data, random));
        operations.addAll(requests(workloads, plan, data, random));
        operations.sort(Comparator.comparing(ScheduledOperation::intended));
        var byRegion = new LinkedHashMap<String, List<ScheduledOperation>>();
        operations.forEach(operation -> byRegion.computeIfAbsent(operation.region(), absent -> new ArrayList<>())
                .add(operation));
        return new LoadSchedule(byRegion);
    }

    private record Arrival(Duration at, String region, Update.Change change, int application, int machine) {}

    private static List<ScheduledOperation> updates(
            List<Workload> workloads, SystemPlan plan, DataSet data, RandomGenerator random) {
        var arrivals = new ArrayList<Arrival>();
        for (var workload : workloads) {
            if (workload instanceof Workload.UpdateStorm storm) {
                for (var at : instants(storm, random)) {
                    arrivals.add(new Arrival(
                            at,
                            storm.regions().get(random.nextInt(storm.regions().size())),
                            Update.Change.MOVES_MACHINE,
                            random.nextInt(storm.applications()),
                            random.nextInt(storm.machinesPerApplication())));
                }
            }
        }
        arrivals.addAll(newApplications(workloads, data, random));
        arrivals.sort(Comparator.comparing(Arrival::at));
        var updates = new ArrayList<ScheduledOperation>();
        for (var arrival : arrivals) {
            long number = updates.size() + 1L;
            var update = new Update(
                    "u-" + number,
                    number,
                    arrival.region(),
                    arrival.change(),
                    arrival.application(),
                    arrival.machine());
            updates.add(new ScheduledOperation(
                    Operation.Kind.UPDATE,
                    update.id(),
                    update.region(),
                    plan.datum(update),
                    arrival.at(),
                    plan.update(update)));
        }
        return updates;
    }

    private static List<Arrival> newApplications(List<Workload> workloads, DataSet data, RandomGenerator random) {
        var arrivals = new ArrayList<Arrival>();
        for (var workload : workloads) {
            if (workload instanceof Workload.NewApplications load) {
                for (var at : instants(load, random)) {
                    arrivals.add(new Arrival(
                            at,
                            load.regions().get(random.nextInt(load.regions().size())),
                            Update.Change.ADDS_APPLICATION,
                            data.applications() + arrivals.size(),
                            0));
                }
            }
        }
        return arrivals;
    }

    private static List<ScheduledOperation> requests(
            List<Workload> workloads, SystemPlan plan, DataSet data, RandomGenerator random) {
        var requests = new ArrayList<ScheduledOperation>();
        var sequenceByRegion = new LinkedHashMap<String, Long>();
        for (var workload : workloads) {
            if (workload instanceof Workload.Requests load) {
                var popularity = new Popularity(data.applications(), load.skew());
                for (var region : load.regions()) {
                    for (var at : instants(load, random)) {
                        long sequence = sequenceByRegion.merge(region, 1L, Long::sum) - 1;
                        var request = new ClientRequest(sequence, region, popularity.draw(random));
                        requests.add(new ScheduledOperation(
                                Operation.Kind.REQUEST,
                                Long.toString(sequence),
                                region,
                                "",
                                at,
                                plan.request(request)));
                    }
                }
            }
        }
        return requests;
    }

    private static List<Duration> instants(Workload load, RandomGenerator random) {
        var instants = new ArrayList<Duration>();
        double meanGapNanos = 1e9 / load.perSecond();
        double at = load.from().toNanos();
        double end = load.to().toNanos();
        while (true) {
            at += random.nextExponential() * meanGapNanos;
            if (at >= end) {
                return instants;
            }
            instants.add(Duration.ofNanos((long) at));
        }
    }

    /** How many operations of this kind there are. */
    public long count(Operation.Kind kind) {
        return byRegion.values().stream()
                .flatMap(List::stream)
                .filter(operation -> operation.kind() == kind)
                .count();
    }
}
