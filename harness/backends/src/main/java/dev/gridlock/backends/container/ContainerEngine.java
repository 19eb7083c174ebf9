package dev.gridlock.backends.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Network;
import dev.gridlock.backends.process.ProcessIdentity;
import dev.gridlock.engine.sut.EnvironmentException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;

/**
 * The Docker engine of this machine. All that a harness makes there carries its identity as a label, by which a later one
 * finds what it has left. Thread-safe.
 */
final class ContainerEngine {

    /** Whose container or network it is: a {@link ProcessIdentity}. */
    static final String OWNER = "dev.gridlock.owner";

    private static final String NO_REAPER_OF_ITS_OWN = "TESTCONTAINERS_RYUK_DISABLED";

    private final DockerClient client;
    private final ProcessIdentity self;

    private ContainerEngine(DockerClient client, ProcessIdentity self) {
        this.client = client;
        this.self = self;
    }

    /**
     * The engine that Testcontainers finds.
     *
     * @throws EnvironmentException when none answers
     */
    static ContainerEngine find() {
        if (!Boolean.parseBoolean(System.getenv(NO_REAPER_OF_ITS_OWN))) {
            throw new EnvironmentException(
                    "the environment variable " + NO_REAPER_OF_ITS_OWN + " is not true, as the"
                            + " launcher sets it: Testcontainers would fetch an image to clean up with, which Gridlock does itself");
        }
        var self = ProcessIdentity.of(ProcessHandle.current().pid())
                .orElseThrow(() -> new EnvironmentException("cannot read /proc, which the backend containers needs"));
        try {
            return new ContainerEngine(DockerClientFactory.instance().client(), self);
        } catch (IllegalStateException | DockerException none) {
            throw new EnvironmentException(
                    "no Docker engine answers: start one (on Debian: apt-get install docker.io, then dockerd), or point"
                            + " DOCKER_HOST at one",
                    none);
        }
    }

    DockerClient client() {
        return client;
    }

    /** The labels of everything that this harness makes. */
    Map<String, String> labels() {
        return Map.of(OWNER, self.toString());
    }

    /**
     * Checks that images are there.
     *
     * @throws EnvironmentException when one is not
     */
    void requireImages(List<String> names) {
        for (var name : names) {
            try {
                client.inspectImageCmd(name).exec();
            } catch (NotFoundException missing) {
                throw new EnvironmentException(
                        "the image " + name + " is not there: docker compose build makes those of the programs, docker"
                                + " pull fetches others, and scripts/offline-images builds all where no registry is",
                        missing);
            }
        }
    }

    /**
     * Removes the containers and networks of harnesses that are gone.
     *
     * @return how many containers there were
     */
    int reap() {
        int reaped = 0;
        for (var container : client.listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(List.of(OWNER))
                .exec()) {
            if (isAbandoned(container.getLabels())) {
                remove(container.getId());
                reaped++;
            }
        }
        for (var network : client.listNetworksCmd().exec()) {
            if (isAbandoned(labels(network))) {
                client.removeNetworkCmd(network.getId()).exec();
            }
        }
        return reaped;
    }

    private static Map<String, String> labels(Network network) {
        return Optional.ofNullable(network.getLabels()).orElse(Map.of());
    }

    private static boolean isAbandoned(Map<String, String> labels) {
        return Optional.ofNullable(labels.get(OWNER))
                .flatMap(ProcessIdentity::parse)
                .filter(owner -> !owner.isAlive())
                .isPresent();
    }

    /** Removes a container, running or not; does nothing when it is gone. */
    void remove(String id) {
        try {
            client.removeContainerCmd(id)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException gone) {
            // That is what was wanted.
        }
    }
}
