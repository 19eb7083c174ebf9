package dev.gridlock.backends.container;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.gridlock.backends.AddressSlot;
import dev.gridlock.engine.sut.EnvironmentException;
import java.util.ArrayList;
import java.util.List;

/**
 * A network for each region, {@code NETWORK.SLOT.REGION.0/24}; the harness is its gateway. Containers of different regions
 * do not reach each other but through what stands in both networks.
 */
final class RegionNetworks implements AutoCloseable {

    private final ContainerEngine engine;
    private final List<String> ids = new ArrayList<>();

    private RegionNetworks(ContainerEngine engine) {
        this.engine = engine;
    }

    /**
     * Makes the networks.
     *
     * @param name of the run
     * @throws EnvironmentException when the engine does not make one
     */
    static RegionNetworks create(ContainerEngine engine, AddressSlot slot, String name, int regions) {
        var networks = new RegionNetworks(engine);
        try {
            for (int region = 1; region <= regions; region++) {
                networks.add(slot, name, region);
            }
            return networks;
        } catch (DockerException failed) {
            networks.close();
            throw new EnvironmentException(
                    "the Docker engine does not make a network for addresses of " + slot + ": " + failed.getMessage(),
                    failed);
        }
    }

    private void add(AddressSlot slot, String name, int region) {
        var gateway = slot.harness(region, 1);
        var config = new com.github.dockerjava.api.model.Network.Ipam.Config()
                .withSubnet(gateway.substring(0, gateway.lastIndexOf('.')) + ".0/24")
                .withGateway(gateway);
        ids.add(engine.client()
                .createNetworkCmd()
                .withName("gridlock-" + name + "-" + region)
                .withLabels(engine.labels())
                .withIpam(new com.github.dockerjava.api.model.Network.Ipam().withConfig(config))
                .exec()
                .getId());
    }

    /** The network of a region by its number, from 1. */
    String id(int region) {
        return ids.get(region - 1);
    }

    @Override
    public void close() {
        for (var id : ids) {
            try {
                engine.client().removeNetworkCmd(id).exec();
            } catch (NotFoundException gone) {
                // That is what was wanted.
            }
        }
    }
}
