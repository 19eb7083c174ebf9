package dev.gridlock.scenarios.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.history.Nodes;
import dev.gridlock.engine.run.Systems;
import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.ClientRequest;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.HttpCall;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.sut.Update;
import dev.gridlock.engine.topology.NodeName;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.Regions;
import dev.gridlock.engine.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FleetPlanTest {

    private final FleetPlan plan = Fleets.plan();

    @Test
    void theServiceLoaderFindsTheFleet() {
        assertThat(Systems.onClassPath().find("regional-fleet"))
                .hasValueSatisfying(system -> assertThat(system).isInstanceOf(RegionalFleet.class));
    }

    @Test
    void everyNodeOfTheTopologyIsPlannedOnce() {
        assertThat(plan.nodes())
                .extracting(NodePlan::name)
                .containsExactlyInAnyOrderElementsOf(Fleets.twoRegions().nodes().stream()
                        .map(NodeName::toString)
                        .toList());
        assertThat(new Nodes(plan.nodes()).all()).hasSameSizeAs(plan.nodes());
    }

    @Test
    void addressesTellRegionRoleAndNumber() {
        var nodes = new Nodes(plan.nodes());

        assertThat(nodes.resolve("10.1.1.2:8787")).hasValue("store-waw-2");
        assertThat(nodes.resolve("10.2.2.1:8080")).hasValue("proxy-iad-1");
        assertThat(nodes.resolve("10.1.3.1")).hasValue("worker-waw-1");
    }

    @Test
    void aProxyStartsAfterTheStoreThatFeedsItAndIsRestartedAsTheSettingsSay() {
        var nodes = new Nodes(new FleetPlan(
                        Fleets.layout(),
                        Fleets.settings(Map.of(
                                "watchdog.restart-delay",
                                "70ms",
                                "watchdog.restart-jitter",
                                "5ms",
                                "watchdog.max-restarts",
                                "9")))
                .nodes());

        assertThat(List.of("proxy-waw-1", "proxy-waw-2", "proxy-waw-3"))
                .extracting(name -> nodes.named(name).orElseThrow().startAfter())
                .containsExactly(List.of("store-waw-1"), List.of("store-waw-2"), List.of("store-waw-1"));
        assertThat(nodes.named("proxy-waw-1").orElseThrow().restart()).satisfies(restart -> {
            assertThat(restart.delay()).isEqualTo(Duration.ofMillis(70));
            assertThat(restart.jitter()).isEqualTo(Duration.ofMillis(5));
            assertThat(restart.max()).isEqualTo(9);
        });
    }

    @Test
    void requestsTakeTurnsOverTheProxiesOfTheirRegion() {
        assertThat(List.of(0L, 1L, 2L, 3L))
                .extracting(number -> plan.request(new ClientRequest(number, "waw", 7)))
                .extracting(HttpCall::node)
                .containsExactly("proxy-waw-1", "proxy-waw-2", "proxy-waw-3", "proxy-waw-1");
        assertThat(plan.request(new ClientRequest(0, "iad", 7)).headers()).containsEntry("Host", "app-7.fleet.test");
    }

    @Test
    void aRegionWithoutProxiesTakesNoRequests() {
        var without = new FleetPlan(
                new FleetLayout(
                        new Topology(
                                List.of(new RegionPlan(Regions.byCode("waw").orElseThrow(), 1, 0, 4, 1.0))),
                        AddressScheme.PRIVATE),
                Fleets.settings(Map.of()));

        assertThatThrownBy(() -> without.request(new ClientRequest(0, "waw", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("region waw has no proxy to take requests");
    }

    @Test
    void anUpdateMovesItsMachineAndCarriesItsId() {
        var first = plan.update(new Update("u-4", 4, "iad", Update.Change.MOVES_MACHINE, 2, 5));
        var second = plan.update(new Update("u-5", 5, "iad", Update.Change.MOVES_MACHINE, 2, 5));

        assertThat(first.node()).isEqualTo("store-iad-1");
        assertThat(first.path()).isEqualTo("/v1/transactions");
        assertThat(first.body()).contains("\"m-2-5\"", "\"app-2\"", "\"u-4\"", "\"10.2.3.1:8080\"");
        assertThat(second.body()).contains("\"m-2-5\"", "\"u-5\"", "\"10.1.3.1:8080\"");
        assertThat(plan.datum(new Update("u-4", 4, "iad", Update.Change.MOVES_MACHINE, 2, 5)))
                .isEqualTo("m-2-5");
    }

    @Test
    void anApplicationAppearsWithItsMachineInOneTransaction() {
        var call = plan.update(new Update("u-4", 4, "iad", Update.Change.ADDS_APPLICATION, 60, 0));

        assertThat(call.body())
                .contains("INSERT INTO apps", "[\"app-60\",\"Application 60\",\"u-4\"]")
                .contains("INSERT INTO machines", "[\"m-60-0\",\"app-60\",");
    }

    @Test
    void everyRowIsSeededOnceInCallsOfBoundedSize() {
        var calls = plan.seed(new DataSet(3, 450));

        assertThat(calls).extracting(HttpCall::node).contains("store-waw-1", "store-iad-1");
        for (int app = 0; app < 3; app++) {
            for (int machine = 0; machine < 450; machine++) {
                var id = "\"m-" + app + "-" + machine + "\"";
                assertThat(calls).filteredOn(call -> call.body().contains(id)).hasSize(1);
            }
        }
        assertThat(calls)
                .allSatisfy(
                        call -> assertThat(call.body().split("INSERT INTO", -1)).hasSizeLessThanOrEqualTo(201));
    }
}
