package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.sut.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Forms of numbers with units. A number without its unit is refused: nobody should have to guess seconds or
 * milliseconds.
 */
final class Quantities {

    /** A length of time, zero to a day. */
    static final Form<Duration> DURATION = duration("a duration such as 500ms or 3s");

    /** A length of time, more than zero to a day. */
    static final Form<Duration> POSITIVE_DURATION = Form.ofText(
            "a duration greater than zero, such as 3s", scalar -> switch (durationOf(scalar.text(), scalar.quoted())) {
                case Parsed.Value<Duration>(var value)
                when value.isZero() -> Parsed.wrong(scalar.quoted(), "a duration greater than zero, such as 3s");
                case Parsed<Duration> parsed -> parsed;
            });

    /** Events a second, more than zero to a million. */
    static final Form<Double> RATE =
            Form.ofText("a rate such as 300/s", scalar -> rateOf(scalar.text(), scalar.quoted()));

    /** What a connection carries, in bytes a second: 1,000 to five million. */
    static final Form<Long> BANDWIDTH =
            Form.ofText("a bandwidth such as 64kB/s or 2MB/s", scalar -> bandwidthOf(scalar.text(), scalar.quoted()));

    /** A part of a whole as a fraction from 0 to 1, written in percent. */
    static final Form<Double> PERCENTAGE =
            Form.ofText("a percentage such as 90%", scalar -> percentageOf(scalar.text(), scalar.quoted()));

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final BigDecimal MOST_PER_SECOND = BigDecimal.valueOf(1_000_000);
    private static final List<String> UNITS = List.of("ns", "us", "ms", "s", "m", "h");

    /** What people write for a unit, which is too far from it to be found by its letters. */
    private static final Map<String, String> UNIT_WORDS = Map.ofEntries(
            Map.entry("micros", "us"),
            Map.entry("usec", "us"),
            Map.entry("millis", "ms"),
            Map.entry("msec", "ms"),
            Map.entry("sec", "s"),
            Map.entry("secs", "s"),
            Map.entry("second", "s"),
            Map.entry("seconds", "s"),
            Map.entry("min", "m"),
            Map.entry("mins", "m"),
            Map.entry("minute", "m"),
            Map.entry("minutes", "m"),
            Map.entry("hour", "h"),
            Map.entry("hours", "h"));

    private static final String NUMBER = "(\\d{1,12}(?:\\.\\d{1,9})?)";
    private static final Pattern PLAIN_NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d+)?");
    private static final Pattern NUMBER_AND_WORD = Pattern.compile(NUMBER + "\\s?(\\p{L}+)");
    private static final Pattern PER_UNIT = Pattern.compile(NUMBER + "\\s?/\\s?([^\\s]+)");
    private static final Pattern PERCENT = Pattern.compile(NUMBER + "\\s?%");
    private static final Pattern DECIMAL = Pattern.compile(NUMBER);
    private static final Pattern BYTES_PER_SECOND = Pattern.compile(NUMBER + "\\s?(kB|MB)/s");
    private static final BigDecimal LEAST_BANDWIDTH = BigDecimal.valueOf(LinkEffect.Bandwidth.LEAST);
    private static final BigDecimal MOST_BANDWIDTH = BigDecimal.valueOf(5_000_000L);
    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");

    private Quantities() {}

    /** A whole number of something, such as {@code stores}, in a range with both ends included. */
    static Form<Integer> whole(String what, int least, int most) {
        var expected = "a whole number of " + what + " from " + least + " to " + most;
        return Form.ofText(expected, scalar -> {
            if (!WHOLE.matcher(scalar.text()).matches()) {
                return Parsed.wrong(scalar.quoted(), expected);
            }
            int value = Integer.parseInt(scalar.text());
            return value >= least && value <= most ? Parsed.value(value) : Parsed.wrong(scalar.quoted(), expected);
        });
    }

    /** A decimal number in a range, both ends included. */
    static Form<Double> decimal(double least, double most, String what) {
        var expected = what + " from " + plain(least) + " to " + plain(most);
        return Form.ofText(expected, scalar -> {
            if (!DECIMAL.matcher(scalar.text()).matches()) {
                return Parsed.wrong(scalar.quoted(), expected);
            }
            double value = Double.parseDouble(scalar.text());
            return value >= least && value <= most ? Parsed.value(value) : Parsed.wrong(scalar.quoted(), expected);
        });
    }

    /** A number without needless zeros and without an exponent. */
    static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** A length of time, zero to a day, with words of its own. */
    static Form<Duration> duration(String expected) {
        return Form.ofText(expected, scalar -> durationOf(scalar.text(), scalar.quoted()));
    }

    private static Parsed<Duration> durationOf(String text, String quoted) {
        var duration = DurationText.parse(text);
        if (duration.isPresent()) {
            return duration.get().compareTo(LONGEST) <= 0
                    ? Parsed.value(duration.get())
                    : Parsed.wrong("the duration " + quoted, "at most 24h");
        }
        if (text.startsWith("-")) {
            return Parsed.wrong("the negative duration " + quoted, "a duration of zero or more, such as 3s");
        }
        if (PLAIN_NUMBER.matcher(text).matches()) {
            return Parsed.wrong(
                    quoted + " without a unit", "a duration such as " + text + "s (units: " + units() + ")");
        }
        var match = NUMBER_AND_WORD.matcher(text);
        if (match.matches() && !UNITS.contains(match.group(2))) {
            return Parsed.wrong(
                    "an unknown unit in " + quoted,
                    "one of the units " + units(),
                    meantUnit(match.group(2)).map(unit -> match.group(1) + unit));
        }
        return Parsed.wrong(quoted, "a duration such as 500ms or 3s (units: " + units() + ")");
    }

    private static Optional<String> meantUnit(String word) {
        return Optional.ofNullable(UNIT_WORDS.get(word.toLowerCase(java.util.Locale.ROOT)))
                .or(() -> NearestName.of(word, UNITS));
    }

    private static Parsed<Double> rateOf(String text, String quoted) {
        if (PLAIN_NUMBER.matcher(text).matches()) {
            return text.startsWith("-")
                    ? Parsed.wrong("the negative rate " + quoted, "a rate greater than zero, such as 300/s")
                    : Parsed.wrong(quoted + " without a unit", "a rate such as " + text + "/s (units: /s, /m)");
        }
        if (text.startsWith("-")) {
            return Parsed.wrong("the negative rate " + quoted, "a rate greater than zero, such as 300/s");
        }
        var match = PER_UNIT.matcher(text);
        if (!match.matches()) {
            return Parsed.wrong(quoted, "a rate such as 300/s (units: /s, /m)");
        }
        var number = new BigDecimal(match.group(1));
        double perSecond;
        switch (match.group(2)) {
            case "s" -> perSecond = number.doubleValue();
            case "m" -> perSecond = number.doubleValue() / 60;
            default -> {
                return Parsed.wrong(
                        "an unknown unit in " + quoted,
                        "one of the units /s, /m",
                        meantUnit(match.group(2))
                                .filter(unit -> unit.equals("s") || unit.equals("m"))
                                .map(unit -> match.group(1) + "/" + unit));
            }
        }
        if (!(perSecond > 0) || perSecond > MOST_PER_SECOND.doubleValue()) {
            return Parsed.wrong("the rate " + quoted, "a rate greater than zero and at most " + MOST_PER_SECOND + "/s");
        }
        return Parsed.value(perSecond);
    }

    private static Parsed<Long> bandwidthOf(String text, String quoted) {
        var expected = "a bandwidth from 1kB/s to 5MB/s, such as 64kB/s (units: kB/s, MB/s)";
        var match = BYTES_PER_SECOND.matcher(text);
        if (!match.matches()) {
            return Parsed.wrong(quoted, expected);
        }
        var bytes = new BigDecimal(match.group(1)).movePointRight(match.group(2).equals("kB") ? 3 : 6);
        return bytes.compareTo(LEAST_BANDWIDTH) >= 0 && bytes.compareTo(MOST_BANDWIDTH) <= 0
                ? Parsed.value(bytes.longValue())
                : Parsed.wrong("the bandwidth " + quoted, expected);
    }

    private static Parsed<Double> percentageOf(String text, String quoted) {
        if (PLAIN_NUMBER.matcher(text).matches()) {
            return Parsed.wrong(quoted + " without a percent sign", "a percentage such as 90%");
        }
        var match = PERCENT.matcher(text);
        if (!match.matches()) {
            return Parsed.wrong(quoted, "a percentage from 0% to 100%");
        }
        double fraction = new BigDecimal(match.group(1)).movePointLeft(2).doubleValue();
        return fraction <= 1 ? Parsed.value(fraction) : Parsed.wrong(quoted, "a percentage from 0% to 100%");
    }

    private static String units() {
        return String.join(", ", UNITS);
    }
}
