package dev.gridlock.proxy.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventLogTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final EventLog log =
            new EventLog("proxy-waw-1", new PrintStream(printed, true, StandardCharsets.UTF_8), new Json());

    @Test
    void printsOneLineWithNameStampsNodeUpdateAndFields() {
        log.event("lock.timeout")
                .update("u-17")
                .with("label", "lazy-load")
                .with("waitedNanos", 200_000L)
                .with("waiters", List.of(Map.of("thread", "W")))
                .emit();

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .matches(
                        "\\{\"event\":\"lock\\.timeout\",\"at\":\"[0-9T:.-]+Z\",\"mono\":-?\\d+,\"node\":\"proxy-waw-1\",\"update\":\"u-17\","
                                + "\"label\":\"lazy-load\",\"waitedNanos\":200000,\"waiters\":\\[\\{\"thread\":\"W\"}]}\\R");
    }

    @Test
    void leavesOutAnUpdateThatIsNotKnown() {
        log.event("node.ready").update("").emit();

        assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("update");
    }

    @Test
    void keepsToAsciiAndToOneLine() {
        log.event("x").with("text", "zażółć\n\"\u2028").emit();

        assertThat(printed.toString(StandardCharsets.UTF_8).strip())
                .matches("\\p{ASCII}+")
                .doesNotContain("\n");
    }

    @Test
    void keepsTheLastTwoHundred() {
        for (int number = 0; number < EventLog.RECENT + 5; number++) {
            log.event("e").with("number", number).emit();
        }

        assertThat(log.recent()).hasSize(EventLog.RECENT);
        assertThat(log.recent().getFirst().get("number")).isEqualTo(5);
        assertThat(log.recent().getLast().get("number")).isEqualTo(EventLog.RECENT + 4);
    }
}
