package dev.gridlock.store.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LagWindowTest {
    private final AtomicLong now = new AtomicLong(-7);
    private final LagWindow window = new LagWindow(now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @ParameterizedTest
    @CsvSource({"0, 0.005", "5, 0.005", "6, 0.01", "90, 0.1", "3000, 5", "10000, 10", "900000, 10", "-4, 0.005"})
    void aLagCountsAsTheUpperBoundOfItsBucket(long millis, double bound) {
        window.add(Duration.ofMillis(millis));
        assertThat(window.p99()).hasValue(bound);
    }

    @Test
    void oneInAHundredMayBeLater() {
        for (int i = 0; i < 99; i++) {
            window.add(Duration.ofMillis(1));
        }
        window.add(Duration.ofSeconds(9));
        assertThat(window.p99()).hasValue(0.005);
        window.add(Duration.ofSeconds(9));
        assertThat(window.p99()).hasValue(10);
    }

    @Test
    void lagsAreForgottenChunkByChunk() {
        window.add(Duration.ofSeconds(9));
        pass(Duration.ofSeconds(30));
        window.add(Duration.ofMillis(1));
        pass(Duration.ofSeconds(89));
        assertThat(window.p99()).as("119 s later the first still counts").hasValue(10);
        pass(Duration.ofSeconds(1));
        assertThat(window.p99()).as("its chunk is over").hasValue(0.005);
        pass(Duration.ofSeconds(24));
        assertThat(window.p99()).as("nothing of late").isEmpty();
    }

    @Test
    void aLongSilenceForgetsEverything() {
        window.add(Duration.ofSeconds(1));
        pass(Duration.ofDays(400));
        assertThat(window.p99()).isEmpty();
        window.add(Duration.ofMillis(200));
        assertThat(window.p99()).hasValue(0.25);
    }
}
