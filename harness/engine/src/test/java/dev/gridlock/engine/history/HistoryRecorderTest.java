package dev.gridlock.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {

    @Test
    void whatIsSeenBelongsToTheLifeThatWasStartedLast() {
        var recorder = new HistoryRecorder();
        recorder.started("n", Duration.ZERO);
        recorder.printed("n", "{\"event\":\"one\"}", Duration.ofMillis(1));
        recorder.exited("n", 134, false, Duration.ofMillis(2));
        recorder.started("n", Duration.ofMillis(3));
        recorder.printed("n", "{\"event\":\"two\"}", Duration.ofMillis(4));

        assertThat(recorder.observations())
                .filteredOn(NodeEvent.class::isInstance)
                .extracting(observation -> ((NodeEvent) observation).life().number())
                .containsExactly(1, 2);
        assertThat(recorder.observations())
                .contains(new Observation.NodeExited(new Life("n", 1), 134, false, Duration.ofMillis(2)));
    }

    @Test
    void aDeadThreadIsToldWithItsFirstFrames() {
        var recorder = new HistoryRecorder();
        recorder.started("n", Duration.ZERO);
        recorder.threadDied("n", "worker-3", new IllegalStateException("broken"), Duration.ofMillis(1));

        assertThat(recorder.observations().getLast()).isInstanceOfSatisfying(Observation.ThreadDied.class, died -> {
            assertThat(died.error()).isEqualTo("java.lang.IllegalStateException: broken");
            assertThat(died.frames()).contains("HistoryRecorderTest").hasLineCount(5);
        });
    }
}
