package dev.gridlock.proxy.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SupervisorTest {

    private final Events events = new Events();

    private int run(String script, int maxRestarts) throws Exception {
        var log = new EventLog("supervisor", events.stream(), new Json());
        return new Supervisor(List.of("sh", "-c", script), () -> Duration.ZERO, maxRestarts, log).run();
    }

    @Test
    void itGivesUpAfterAsManyRestartsAsItMayMake() throws Exception {
        assertThat(run("exit 134", 2)).isEqualTo(134);

        assertThat(events.named("supervisor.start")).hasSize(3);
        assertThat(events.named("supervisor.restart")).hasSize(2);
        assertThat(events.await("supervisor.gave-up").get("restarts")).isEqualTo(2);
        assertThat(events.await("supervisor.gave-up").get("code")).isEqualTo(134);
    }

    @Test
    void whatEndsOnPurposeOrCannotBeConfiguredIsNotStartedAgain() throws Exception {
        assertThat(run("exit 0", 5)).isZero();
        assertThat(run("exit 2", 5)).isEqualTo(2);

        assertThat(events.named("supervisor.start")).hasSize(2);
        assertThat(events.named("supervisor.gave-up")).isEmpty();
    }

    @Test
    void pausesDifferByLessThanTheJitter() {
        var timing = new JitteredRestart(Duration.ofMillis(500), Duration.ofMillis(200), new SplittableRandom(1));

        assertThat(Stream.generate(timing::pause).limit(200))
                .allMatch(pause ->
                        pause.compareTo(Duration.ofMillis(500)) >= 0 && pause.compareTo(Duration.ofMillis(700)) < 0)
                .anyMatch(pause -> pause.compareTo(Duration.ofMillis(540)) < 0)
                .anyMatch(pause -> pause.compareTo(Duration.ofMillis(660)) > 0);
        assertThat(new JitteredRestart(Duration.ZERO, Duration.ZERO, new SplittableRandom(1)).pause())
                .isZero();
    }
}
