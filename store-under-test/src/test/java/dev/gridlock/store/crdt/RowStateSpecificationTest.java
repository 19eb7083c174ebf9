package dev.gridlock.store.crdt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Generated changes, also such as no history would make, against the rules written down in one piece: the highest causal length is
 * the life, of its changes each column has the greatest by version, value and origin, and its announcement is the greatest origin.
 * Each failure names its seed.
 */
class RowStateSpecificationTest {
    private static final int CASES = 120_000;
    private static final RowKey ROW = new RowKey("t", List.of(SqlValue.of(1)));
    private static final List<ActorId> ACTORS =
            List.of(new ActorId(new UUID(0, 1)), new ActorId(new UUID(1, 0)), new ActorId(new UUID(-1, 0)));
    private static final List<SqlValue> VALUES = List.of(
            SqlValue.Null.VALUE,
            SqlValue.of(new byte[] {-1}),
            SqlValue.of(""),
            SqlValue.of("é"),
            SqlValue.of(-2.5),
            SqlValue.of(9e99),
            SqlValue.of(-7),
            SqlValue.of(0));

    private record Received(Change change, Origin origin) {}

    @Test
    void everyOrderOfEveryPairAndTripleEndsWhereTheRulesSay() {
        int pairs = 0;
        int triples = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<Received> known = changes(random, random.nextInt(4));
            List<Received> three = changes(random, 3);
            RowState start = merge(RowState.UNKNOWN, known);
            List<Received> two = three.subList(0, 2);
            RowState ofTwo = specified(joined(known, two));
            assertSame(merge(start, two), ofTwo, seed);
            assertSame(merge(start, two.reversed()), ofTwo, seed);
            pairs++;
            RowState ofThree = specified(joined(known, three));
            for (int first = 0; first < 3; first++) {
                List<Received> rest = new ArrayList<>(three);
                Received begin = rest.remove(first);
                for (List<Received> end : List.of(rest, rest.reversed())) {
                    RowState merged = merge(merge(start, List.of(begin)), end);
                    assertSame(merged, ofThree, seed);
                    assertSame(merge(merged, joined(end, known)), ofThree, seed);
                }
            }
            triples++;
        }
        assertThat(pairs).isGreaterThanOrEqualTo(100_000);
        assertThat(triples).isGreaterThanOrEqualTo(100_000);
    }

    private static RowState merge(RowState state, List<Received> received) {
        RowState merged = state;
        for (Received one : received) {
            merged = merged.merge(one.change(), one.origin());
        }
        return merged;
    }

    private static List<Received> joined(List<Received> first, List<Received> second) {
        List<Received> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private static RowState specified(List<Received> received) {
        long life = received.stream()
                .mapToLong(one -> one.change().causalLength())
                .max()
                .orElse(0);
        @Nullable Origin announced = null;
        SortedMap<String, Received> winners = new TreeMap<>();
        for (Received one : received) {
            if (one.change().causalLength() != life) {
                continue;
            }
            if (one.change().isSentinel()) {
                announced = announced == null || beats(one.origin(), announced) ? one.origin() : announced;
            } else {
                winners.merge(one.change().column(), one, (known, fresh) -> beats(fresh, known) ? fresh : known);
            }
        }
        SortedMap<String, Cell> cells = new TreeMap<>();
        winners.forEach((column, winner) -> cells.put(
                column, new Cell(winner.change().value(), winner.change().columnVersion(), winner.origin())));
        return new RowState(life, announced, cells);
    }

    private static boolean beats(Received one, Received other) {
        if (one.change().columnVersion() != other.change().columnVersion()) {
            return one.change().columnVersion() > other.change().columnVersion();
        }
        int byValue = VALUES.indexOf(one.change().value())
                - VALUES.indexOf(other.change().value());
        return byValue == 0 ? beats(one.origin(), other.origin()) : byValue > 0;
    }

    private static boolean beats(Origin one, Origin other) {
        int byActor = ACTORS.indexOf(one.actor()) - ACTORS.indexOf(other.actor());
        if (byActor != 0) {
            return byActor > 0;
        }
        return one.version() == other.version() ? one.seq() > other.seq() : one.version() > other.version();
    }

    private static List<Received> changes(Random random, int count) {
        List<Received> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long causalLength = 1L + random.nextInt(4);
            boolean sentinel = causalLength % 2 == 0 || random.nextInt(4) == 0;
            long seq = random.nextInt(2);
            changes.add(new Received(
                    sentinel
                            ? new Change(ROW, Change.SENTINEL, SqlValue.Null.VALUE, causalLength, causalLength, seq)
                            : new Change(
                                    ROW,
                                    random.nextBoolean() ? "x" : "y",
                                    VALUES.get(random.nextInt(VALUES.size())),
                                    1L + random.nextInt(2),
                                    causalLength,
                                    seq),
                    new Origin(ACTORS.get(random.nextInt(ACTORS.size())), 1L + random.nextInt(2), seq)));
        }
        return changes;
    }

    /** Compares first: describing an assertion costs more than a merge, and there are many. */
    private static void assertSame(RowState found, RowState expected, int seed) {
        if (!Objects.equals(found, expected)) {
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
