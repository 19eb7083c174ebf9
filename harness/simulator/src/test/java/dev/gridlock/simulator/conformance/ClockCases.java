package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** What the clocks tell, by all their names. */
@SuppressWarnings({"JavaUtilDate", "JavaTimeDefaultTimeZone", "JavaInstantGetSecondsGetNano"
}) // the old classes are tested as well
final class ClockCases {
    /** For clocks that are read one after the other. */
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private ClockCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("the monotonic clock never goes back", ClockCases::monotonic),
                Case.of("the monotonic clock is the same for all threads", ClockCases::acrossThreads),
                Case.of("all wall clocks agree", ClockCases::agreement),
                Case.of("clocks may be referred to by method", ClockCases::methodReferences),
                Case.of("both clocks see the same time pass", ClockCases::sameRate),
                Case.of("dates and times are those of the wall clock", ClockCases::dates),
                Case.of("a log record is stamped by the wall clock", ClockCases::logRecord),
                Case.of("clocks derived from the system clock follow it", ClockCases::derived));
    }

    private static void monotonic() throws Exception {
        long before = System.nanoTime();
        for (int i = 0; i < 2000; i++) {
            long now = System.nanoTime();
            assertThat(now - before).isNotNegative();
            before = now;
            if (i % 500 == 0) {
                Thread.sleep(1);
            }
        }
    }

    private static void acrossThreads() throws Exception {
        long before = System.nanoTime();
        long between = Running.start(System::nanoTime).result();
        long after = System.nanoTime();
        assertThat(between - before).isNotNegative();
        assertThat(after - between).isNotNegative();
    }

    private static void close(Instant one, Instant other) {
        assertThat(Duration.between(one, other).abs()).isLessThan(CLOSE);
    }

    private static void agreement() {
        Instant now = Instant.now();
        close(now, Instant.ofEpochMilli(System.currentTimeMillis()));
        close(now, new Date().toInstant());
        close(now, Calendar.getInstance().toInstant());
        close(now, Clock.systemUTC().instant());
        close(now, InstantSource.system().instant());
        close(now, Instant.ofEpochMilli(Clock.systemDefaultZone().millis()));
        close(now, OffsetDateTime.now(ZoneOffset.UTC).toInstant());
        close(now, ZonedDateTime.now(ZoneId.of("Europe/Warsaw")).toInstant());
        close(now, ZonedDateTime.now().toInstant());
        close(now, LocalDateTime.now(ZoneOffset.UTC).toInstant(ZoneOffset.UTC));
    }

    private static void methodReferences() throws Exception {
        LongSupplier nanos = System::nanoTime;
        LongSupplier millis = System::currentTimeMillis;
        Supplier<Instant> instants = Instant::now;
        long start = nanos.getAsLong();
        long direct = System.nanoTime();
        assertThat(Math.abs(direct - start)).isLessThan(CLOSE.toNanos());
        close(Instant.ofEpochMilli(millis.getAsLong()), Instant.now());
        close(instants.get(), Instant.now());
        Thread.sleep(5);
        assertThat(nanos.getAsLong() - start).isGreaterThanOrEqualTo(5_000_000);
    }

    private static void sameRate() throws Exception {
        Instant wall = Instant.now();
        long mono = System.nanoTime();
        Thread.sleep(30);
        long byWall = Duration.between(wall, Instant.now()).toNanos();
        long byMono = System.nanoTime() - mono;
        assertThat(byMono).isGreaterThanOrEqualTo(30_000_000);
        assertThat(Math.abs(byMono - byWall)).isLessThan(20_000_000);
    }

    private static void dates() {
        ZoneId zone = ZoneId.systemDefault();
        LocalDate before = LocalDate.ofInstant(Instant.now(), zone);
        LocalDate today = LocalDate.now();
        LocalDate after = LocalDate.ofInstant(Instant.now(), zone);
        assertThat(today).isIn(before, after);
        assertThat(Year.now().getValue()).isIn(before.getYear(), after.getYear());
        assertThat(new Date().getTime())
                .isCloseTo(System.currentTimeMillis(), org.assertj.core.data.Offset.offset(5000L));
    }

    private static void logRecord() {
        close(new LogRecord(Level.INFO, "hello").getInstant(), Instant.now());
    }

    private static void derived() {
        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
        close(ahead.instant(), Instant.now().plus(Duration.ofHours(1)));
        Instant tick = Clock.tickSeconds(ZoneOffset.UTC).instant();
        assertThat(tick.getNano()).isZero();
        close(tick, Instant.now());
    }
}
