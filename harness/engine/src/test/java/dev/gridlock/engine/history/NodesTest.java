package dev.gridlock.engine.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodesTest {

    private final Nodes nodes = new Nodes(List.of(Script.plan("store-waw-1", 1), Script.plan("store-iad-1", 2)));

    @Test
    void aNodeIsMeantByNameOrAddressWithOrWithoutPort() {
        assertThat(nodes.resolve("store-iad-1")).hasValue("store-iad-1");
        assertThat(nodes.resolve("10.0.0.2")).hasValue("store-iad-1");
        assertThat(nodes.resolve("10.0.0.2:8787")).hasValue("store-iad-1");
        assertThat(nodes.resolve("/10.0.0.1:40001")).hasValue("store-waw-1");
    }

    @Test
    void whoIsNotInThePlanIsNobody() {
        assertThat(nodes.resolve("10.0.0.9:8787")).isEmpty();
        assertThat(nodes.resolve("")).isEmpty();
        assertThat(nodes.regionOf("store-nrt-1")).isEmpty();
    }

    @Test
    void twoNodesOfOneNameOrAddressAreRefused() {
        assertThatThrownBy(() -> new Nodes(List.of(Script.plan("store-waw-1", 1), Script.plan("store-waw-1", 2))))
                .hasMessage("the plan has two nodes named store-waw-1");
        assertThatThrownBy(() -> new Nodes(List.of(Script.plan("store-waw-1", 1), Script.plan("store-iad-1", 1))))
                .hasMessage("nodes store-waw-1 and store-iad-1 share the address 10.0.0.1");
    }
}
