package dev.gridlock.toxiproxy.toxic;

import java.util.Locale;
import java.util.Optional;

/** Which way data travels. Toxics are listed in this order. */
public enum Direction {
    /** From the client to the server. */
    UPSTREAM,
    /** From the server to the client. */
    DOWNSTREAM;

    /** The direction of that name, in any case. */
    public static Optional<Direction> named(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "upstream" -> Optional.of(UPSTREAM);
            case "downstream" -> Optional.of(DOWNSTREAM);
            default -> Optional.empty();
        };
    }

    /** The name in the API, in lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
