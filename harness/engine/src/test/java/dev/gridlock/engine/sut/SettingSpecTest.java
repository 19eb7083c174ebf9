package dev.gridlock.engine.sut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingSpecTest {

    @ParameterizedTest
    @CsvSource({"200us,200000", "200 us,200000", "1.5ms,1500000", "0s,0", "3ns,3", "2m,120000000000", "7µs,7000"})
    void durationsAreReadToTheNanosecond(String text, long nanos) {
        assertThat(DurationText.parse(text)).hasValue(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "-5ms", "5 min", "0.5ns", "1e3ms", "ms", "5MS", "9999999999999999999s"})
    void whatIsNoDurationIsNone(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }

    @Test
    void whatIsWrittenIsReadBackTheSame() {
        var random = new SplittableRandom(11);
        for (int i = 0; i < 10_000; i++) {
            var duration = Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 62)));
            assertThat(DurationText.parse(DurationText.format(duration))).hasValue(duration);
        }
    }

    @ParameterizedTest
    @CsvSource({"200000,200us", "50000000,50ms", "1500000000,1.5s", "0,0s", "1,1ns", "-20000000,-20ms"})
    void durationsAreWrittenShort(long nanos, String text) {
        assertThat(DurationText.format(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @Test
    void eachTypeSaysWhatItExpects() {
        assertThat(new SettingType.Whole(1, 3).problemWith("4")).hasValue("a whole number from 1 to 3");
        assertThat(new SettingType.Whole(1, 3).problemWith("three")).isPresent();
        assertThat(new SettingType.Whole(1, 3).problemWith("3")).isEmpty();
        assertThat(new SettingType.Decimal(0, 1).problemWith("NaN")).hasValue("a number from 0.0 to 1.0");
        assertThat(new SettingType.Decimal(0, 1).problemWith("0.25")).isEmpty();
        assertThat(new SettingType.Switch().problemWith("yes")).hasValue("true or false");
        assertThat(new SettingType.Choice(List.of("a", "b")).problemWith("c")).hasValue("one of a, b");
        assertThat(new SettingType.Time().problemWith("5ms")).isEmpty();
        assertThat(new SettingType.Time().problemWith("soon")).hasValue("a duration such as 200us, 50ms or 2s");
        assertThat(new SettingType.Text().problemWith("a\nb")).hasValue("a text on one line");
    }

    @Test
    void aDefaultMustBeValid() {
        assertThatThrownBy(() -> new SettingSpec("watchdog.patience", new SettingType.Whole(1, 9), "0", ""))
                .hasMessage("default of setting watchdog.patience is \"0\", expected a whole number from 1 to 9");
    }
}
