package dev.gridlock.toxiproxy.toxic;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The types of toxics. */
public enum ToxicType {
    BANDWIDTH,
    LATENCY,
    LIMIT_DATA,
    NOOP,
    RESET_PEER,
    SLICER,
    SLOW_CLOSE,
    TIMEOUT;

    /** The type of that name in the API, which is case-sensitive. */
    public static Optional<ToxicType> named(String text) {
        return Arrays.stream(values()).filter(type -> type.text().equals(text)).findFirst();
    }

    /** The name in the API. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a toxic of this type is told when nothing is said. */
    public Attributes defaults() {
        return switch (this) {
            case BANDWIDTH -> new Bandwidth(0);
            case LATENCY -> new Latency(0, 0);
            case LIMIT_DATA -> new LimitData(0);
            case NOOP -> new Noop();
            case RESET_PEER -> new ResetPeer(0);
            case SLICER -> new Slicer(0, 0, 0);
            case SLOW_CLOSE -> new SlowClose(0);
            case TIMEOUT -> new Timeout(0);
        };
    }
}
