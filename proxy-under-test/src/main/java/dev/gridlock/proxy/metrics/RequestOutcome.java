package dev.gridlock.proxy.metrics;

import dev.gridlock.proxy.route.RouteOutcome;
import java.util.Locale;

/** What became of a client's request, as far as routing goes. */
enum RequestOutcome {
    /** It was answered without asking for a machine: it was malformed, for instance. */
    NOT_ROUTED,
    /** A machine was chosen, and the client was answered: by the machine, or because the machine failed. */
    ROUTED,
    /** None of the machines could take it. */
    NO_HEALTHY_MACHINE,
    /** No proxy of the application's regions could take it. */
    NO_PROXY,
    /** There is no such application. */
    UNKNOWN_APPLICATION,
    /** The application could not be loaded. */
    STORE_UNAVAILABLE,
    /** The answer broke off: a connection failed while it was carried. */
    BROKEN_OFF;

    static RequestOutcome of(RouteOutcome outcome) {
        return switch (outcome) {
            case RouteOutcome.Chosen chosen -> ROUTED;
            case RouteOutcome.NoneHealthy none -> NO_HEALTHY_MACHINE;
            case RouteOutcome.NoProxy none -> NO_PROXY;
            case RouteOutcome.Unknown unknown -> UNKNOWN_APPLICATION;
            case RouteOutcome.StoreFailed failed -> STORE_UNAVAILABLE;
        };
    }

    /** As a label's value. */
    String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
