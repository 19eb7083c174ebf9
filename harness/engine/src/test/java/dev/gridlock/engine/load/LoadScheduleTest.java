package dev.gridlock.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.run.TwoNodeSystem;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.SystemPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LoadScheduleTest {

    private static final SystemPlan PLAN = new TwoNodeSystem(1).plan();
    private static final Workload STORM = new Workload.UpdateStorm(
            Duration.ofMillis(500), Duration.ofMillis(2500), 300, List.of("iad", "waw"), 20, 100);
    private static final Workload REQUESTS =
            new Workload.Requests(Duration.ofMillis(200), Duration.ofSeconds(3), 100, List.of("iad", "waw"));

    private static List<ScheduledOperation> all(LoadSchedule schedule) {
        return schedule.byRegion().values().stream().flatMap(List::stream).toList();
    }

    @Test
    void equalGeneratorsGiveEqualSchedules() {
        var workloads = List.of(STORM, REQUESTS);

        assertThat(LoadSchedule.draw(workloads, PLAN, new SplittableRandom(7)))
                .isEqualTo(LoadSchedule.draw(workloads, PLAN, new SplittableRandom(7)))
                .isNotEqualTo(LoadSchedule.draw(workloads, PLAN, new SplittableRandom(8)));
    }

    @Test
    void ratesAreMetAndOperationsLieWithinTheirWindowInOrder() {
        for (long seed = 1; seed <= 20; seed++) {
            var schedule = LoadSchedule.draw(List.of(STORM, REQUESTS), PLAN, new SplittableRandom(seed));

            // Five standard deviations of a Poisson count around 600 and around 560.
            assertThat((double) schedule.count(Operation.Kind.UPDATE)).isCloseTo(600, within(123.0));
            assertThat((double) schedule.count(Operation.Kind.REQUEST)).isCloseTo(560, within(119.0));
            assertThat(all(schedule))
                    .allSatisfy(operation ->
                            assertThat(operation.intended()).isBetween(Duration.ofMillis(200), Duration.ofSeconds(3)));
            schedule.byRegion().forEach((region, operations) -> {
                assertThat(operations)
                        .isSortedAccordingTo((a, b) -> a.intended().compareTo(b.intended()));
                assertThat(operations)
                        .allSatisfy(operation -> assertThat(operation.region()).isEqualTo(region));
            });
        }
    }

    @Test
    void updatesAreNumberedInTheOrderOfTheirStartOverAllStorms() {
        var early = new Workload.UpdateStorm(Duration.ZERO, Duration.ofMillis(500), 100, List.of("waw"), 1, 1);
        var schedule = LoadSchedule.draw(List.of(STORM, early), PLAN, new SplittableRandom(3));

        var updates = all(schedule).stream()
                .sorted((a, b) -> a.intended().compareTo(b.intended()))
                .map(ScheduledOperation::id)
                .toList();
        for (int i = 0; i < updates.size(); i++) {
            assertThat(updates.get(i)).isEqualTo("u-" + (i + 1));
        }
    }

    @Test
    void theDataSetCoversEveryStorm() {
        var wide = new Workload.UpdateStorm(Duration.ZERO, Duration.ofSeconds(1), 1, List.of("waw"), 30, 2);

        assertThat(LoadSchedule.dataOf(List.of(STORM, wide, REQUESTS))).isEqualTo(new DataSet(30, 100));
        assertThat(LoadSchedule.dataOf(List.of(REQUESTS))).isEqualTo(new DataSet(20, 5));
    }

    @Test
    void newApplicationsAreNumberedAfterThoseThatAreThereAndChangeNothingAboutTheRest() {
        var fresh = new Workload.NewApplications(Duration.ofSeconds(1), Duration.ofSeconds(2), 50, List.of("waw"));

        var schedule = LoadSchedule.draw(List.of(fresh, STORM), PLAN, new SplittableRandom(5));

        var added = new ArrayList<String>();
        var moved = new ArrayList<Duration>();
        for (var operation : all(schedule)) {
            if (operation.datum().startsWith("app-")) {
                added.add(operation.datum());
            } else {
                moved.add(operation.intended());
            }
        }
        assertThat(added).hasSizeBetween(15, 85).startsWith("app-20", "app-21").doesNotHaveDuplicates();
        assertThat(moved)
                .containsExactlyInAnyOrderElementsOf(
                        all(LoadSchedule.draw(List.of(STORM), PLAN, new SplittableRandom(5))).stream()
                                .map(ScheduledOperation::intended)
                                .toList());
    }

    @Test
    void theExpectedNumberCountsRequestsForEachRegion() {
        assertThat(LoadSchedule.expectedOperations(List.of(STORM, REQUESTS))).isEqualTo(600 + 2 * 280.0);
    }
}
