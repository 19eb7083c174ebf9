package dev.gridlock.backends.container;

import com.github.dockerjava.api.model.ContainerNetwork;
import dev.gridlock.backends.AddressSlot;
import dev.gridlock.engine.sut.EnvironmentException;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.toxiproxy.ToxiproxyContainer;

/** Toxiproxy in a container that stands in every region's network, at the same place in each. */
final class ToxiproxyHost implements AutoCloseable {

    static final String IMAGE = "ghcr.io/shopify/toxiproxy:2.12.0";

    private static final int PLACE = 2;
    private static final int API_PORT = 8474;

    private final ToxiproxyContainer container;
    private final AddressSlot slot;

    private ToxiproxyHost(ToxiproxyContainer container, AddressSlot slot) {
        this.container = container;
        this.slot = slot;
    }

    /**
     * Starts it.
     *
     * @throws EnvironmentException when it does not start
     */
    static ToxiproxyHost start(ContainerEngine engine, RegionNetworks networks, AddressSlot slot, int regions) {
        var container = new ToxiproxyContainer(IMAGE).withLabels(engine.labels());
        try {
            container.start();
        } catch (ContainerLaunchException failed) {
            throw new EnvironmentException("Toxiproxy did not start in a container: " + failed.getMessage(), failed);
        }
        var host = new ToxiproxyHost(container, slot);
        for (int region = 1; region <= regions; region++) {
            var address = address(slot, region);
            engine.client()
                    .connectToNetworkCmd()
                    .withNetworkId(networks.id(region))
                    .withContainerId(container.getContainerId())
                    .withContainerNetwork(new ContainerNetwork()
                            .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(address))
                            .withIpv4Address(address))
                    .exec();
        }
        return host;
    }

    /** Where a region reaches it. */
    static String address(AddressSlot slot, int region) {
        return slot.harness(region, PLACE);
    }

    /** A client of its API. */
    ToxiproxyClient client() {
        return new ToxiproxyClient(address(slot, 1), API_PORT);
    }

    @Override
    public void close() {
        container.stop();
    }
}
