package dev.gridlock.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyTest {

    private static final Region WAW = Regions.byCode("waw").orElseThrow();
    private static final Region FRA = Regions.byCode("fra").orElseThrow();

    @Test
    void theBuiltInTableHasMoreThanThirtyRegionsAndNoCodeOrCityTwice() {
        assertThat(Regions.all()).hasSizeGreaterThan(30);
        assertThat(Regions.all()).extracting(Region::code).doesNotHaveDuplicates();
        assertThat(Regions.all()).extracting(Region::city).doesNotHaveDuplicates();
    }

    @Test
    void nodesAreNamedByRoleRegionAndNumber() {
        var topology = new Topology(List.of(new RegionPlan(WAW, 1, 2, 4, 4.0), new RegionPlan(FRA, 2, 0, 4, 1.0)));

        assertThat(topology.nodes())
                .extracting(NodeName::toString)
                .containsExactly(
                        "store-waw-1",
                        "proxy-waw-1",
                        "proxy-waw-2",
                        "worker-waw-1",
                        "store-fra-1",
                        "store-fra-2",
                        "worker-fra-1");
    }

    @Test
    void aRegionNeedsAStore() {
        assertThatThrownBy(() -> new RegionPlan(WAW, 0, 2, 4, 1.0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stores must be from 1 to 50, was 0");
    }

    @Test
    void noRegionMayComeTwice() {
        var plan = new RegionPlan(WAW, 1, 2, 4, 1.0);

        assertThatThrownBy(() -> new Topology(List.of(plan, plan)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("region waw must not appear twice in a topology");
    }
}
