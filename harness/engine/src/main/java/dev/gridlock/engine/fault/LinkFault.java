package dev.gridlock.engine.fault;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Something that happens to the traffic between regions.
 *
 * @param effect what happens
 * @param ways to what it happens, at least one, none of them twice
 * @param where the ways in words, beginning with a preposition: {@code between waw and fra}
 * @param from when it begins, zero or more
 * @param end when it ends, after {@code from}
 */
public record LinkFault(LinkEffect effect, List<Way> ways, String where, Duration from, Duration end) implements Fault {

    /** Copies the list and checks the bounds stated above. */
    public LinkFault {
        ways = List.copyOf(ways);
        if (ways.isEmpty() || new HashSet<>(ways).size() < ways.size()) {
            throw new IllegalArgumentException("a fault of links needs ways, each of them once, was " + ways);
        }
        NodeFault.requireWindow(from, end);
    }

    @Override
    public FaultKind kind() {
        return effect.kind();
    }

    @Override
    public Optional<Duration> to() {
        return Optional.of(end);
    }

    @Override
    public String what() {
        return effect.what() + " " + where;
    }
}
