package dev.gridlock.store.crdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.value.SqlValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The merge rules, case by case, computed by hand. */
class RowStateMergeTest {
    private static final RowKey ROW = new RowKey("machines", List.of(SqlValue.of("m1")));
    private static final ActorId LOW = new ActorId(new UUID(0, 1));
    private static final ActorId MIDDLE = new ActorId(new UUID(0, 2));
    private static final ActorId HIGH = new ActorId(new UUID(-1, 3));

    /**
     * @param rule what the case shows
     * @param before the state
     * @param change what arrives
     * @param from who sent it
     * @param after the state that must result
     */
    record Case(String rule, RowState before, Change change, ActorId from, RowState after) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static List<Case> cases() {
        RowState two = alive(1, null, cell("b", 2, MIDDLE));
        return List.of(
                // columns
                new Case(
                        "a first write makes the row",
                        RowState.UNKNOWN,
                        write("a", 1, 1),
                        LOW,
                        alive(1, null, cell("a", 1, LOW))),
                new Case("a higher column version wins", two, write("a", 3, 1), LOW, alive(1, null, cell("a", 3, LOW))),
                new Case("a lower column version loses, whatever its value", two, write("z", 1, 1), HIGH, two),
                new Case(
                        "equal versions: the larger value wins",
                        two,
                        write("c", 2, 1),
                        LOW,
                        alive(1, null, cell("c", 2, LOW))),
                new Case("equal versions: the smaller value loses", two, write("a", 2, 1), HIGH, two),
                new Case(
                        "equal versions and values: the larger site wins",
                        two,
                        write("b", 2, 1),
                        HIGH,
                        alive(1, null, cell("b", 2, HIGH))),
                new Case("equal versions and values: the smaller site loses", two, write("b", 2, 1), LOW, two),
                new Case(
                        "kinds order NULL < BLOB < TEXT < FLOAT < INTEGER: an integer beats a text",
                        two,
                        write(SqlValue.of(-9), 2, 1),
                        LOW,
                        alive(1, null, cell(SqlValue.of(-9), 2, LOW))),
                new Case(
                        "kinds: a blob loses against a text",
                        two,
                        write(SqlValue.of(new byte[] {127}), 2, 1),
                        HIGH,
                        two),
                new Case("kinds: NULL loses against everything", two, write(SqlValue.Null.VALUE, 2, 1), HIGH, two),
                new Case(
                        "texts compare bytewise: small letters beat capitals",
                        alive(1, null, cell("Zz", 2, HIGH)),
                        write("a", 2, 1),
                        LOW,
                        alive(1, null, cell("a", 2, LOW))),
                new Case(
                        "integers compare numerically",
                        alive(1, null, cell(SqlValue.of(-9), 2, HIGH)),
                        write(SqlValue.of(10), 2, 1),
                        LOW,
                        alive(1, null, cell(SqlValue.of(10), 2, LOW))),
                new Case(
                        "an integer beats a larger float",
                        alive(1, null, cell(SqlValue.of(9e99), 2, HIGH)),
                        write(SqlValue.of(1), 2, 1),
                        LOW,
                        alive(1, null, cell(SqlValue.of(1), 2, LOW))),
                new Case(
                        "a column that only one side wrote stays beside the other's",
                        two,
                        new Change(ROW, "region", SqlValue.of("waw"), 1, 1, 0),
                        LOW,
                        alive(
                                1,
                                null,
                                Map.of(
                                        "state", new Cell(SqlValue.of("b"), 2, origin(MIDDLE)),
                                        "region", new Cell(SqlValue.of("waw"), 1, origin(LOW))))),
                // deletes
                new Case("a delete beats a concurrent update", two, life(2), LOW, dead(2, origin(LOW))),
                new Case(
                        "an update of an earlier life is ignored",
                        dead(2, origin(LOW)),
                        write("z", 99, 1),
                        HIGH,
                        dead(2, origin(LOW))),
                new Case(
                        "two deletes: the larger site's is kept",
                        dead(2, origin(LOW)),
                        life(2),
                        HIGH,
                        dead(2, origin(HIGH))),
                new Case(
                        "two deletes: the smaller site's is dropped",
                        dead(2, origin(HIGH)),
                        life(2),
                        LOW,
                        dead(2, origin(HIGH))),
                new Case(
                        "a delete of a row never seen is remembered",
                        RowState.UNKNOWN,
                        life(2),
                        LOW,
                        dead(2, origin(LOW))),
                // resurrection
                new Case(
                        "a resurrection beats its delete",
                        dead(2, origin(HIGH)),
                        life(3),
                        LOW,
                        alive(3, origin(LOW), Map.of())),
                new Case(
                        "a column of the next life brings the row back by itself",
                        dead(2, origin(HIGH)),
                        write("n", 1, 3),
                        LOW,
                        alive(3, null, cell("n", 1, LOW))),
                new Case(
                        "the delete between two lives may be missed: the higher life drops the old columns",
                        two,
                        write("a", 1, 3),
                        LOW,
                        alive(3, null, cell("a", 1, LOW))),
                new Case(
                        "the announcement of a life that its columns began fills in its origin",
                        alive(3, null, cell("n", 1, LOW)),
                        life(3),
                        LOW,
                        alive(3, origin(LOW), cell("n", 1, LOW))),
                new Case(
                        "a delete of an earlier life is ignored",
                        alive(3, origin(LOW), Map.of()),
                        life(2),
                        HIGH,
                        alive(3, origin(LOW), Map.of())),
                new Case(
                        "a second delete beats the second life",
                        alive(3, origin(HIGH), Map.of()),
                        life(4),
                        LOW,
                        dead(4, origin(LOW))),
                new Case(
                        "a resurrection zeroes the clocks: version 1 of the next life beats version 99 of the last",
                        alive(1, null, cell("zzz", 99, HIGH)),
                        write("a", 1, 3),
                        LOW,
                        alive(3, null, cell("a", 1, LOW))),
                new Case(
                        "what the last life wrote does not come back",
                        alive(3, null, cell("a", 1, LOW)),
                        write("zzz", 99, 1),
                        HIGH,
                        alive(3, null, cell("a", 1, LOW))),
                // tables with only a key
                new Case(
                        "a row of only a key is made by its announcement",
                        RowState.UNKNOWN,
                        life(1),
                        LOW,
                        alive(1, origin(LOW), Map.of())),
                new Case(
                        "a row of only a key that two sites made is the larger site's",
                        alive(1, origin(LOW), Map.of()),
                        life(1),
                        HIGH,
                        alive(1, origin(HIGH), Map.of())),
                new Case(
                        "a row of only a key is deleted like any other",
                        alive(1, origin(HIGH), Map.of()),
                        life(2),
                        LOW,
                        dead(2, origin(LOW))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void mergesByTheRules(Case example) {
        RowState after = example.before().merge(example.change(), new Origin(example.from(), 7, 0));
        assertThat(after).isEqualTo(example.after());
        assertThat(after.merge(example.change(), new Origin(example.from(), 7, 0)))
                .as("again")
                .isEqualTo(after);
    }

    /** NULL, then blobs by unsigned bytes, texts by the bytes of UTF-8, floats and integers by number. */
    @Test
    void equalVersionsAreDecidedByTheOrderOfValues() {
        List<SqlValue> ascending = List.of(
                SqlValue.Null.VALUE,
                SqlValue.of(new byte[0]),
                SqlValue.of(new byte[] {1}),
                SqlValue.of(new byte[] {1, 0}),
                SqlValue.of(new byte[] {127}),
                SqlValue.of(new byte[] {-128}),
                SqlValue.of(""),
                SqlValue.of("10"),
                SqlValue.of("9"),
                SqlValue.of("Z"),
                SqlValue.of("a"),
                SqlValue.of("aa"),
                SqlValue.of("é"),
                SqlValue.of("\uffee"),
                SqlValue.of("\ud83d\ude00"),
                SqlValue.of(Double.NEGATIVE_INFINITY),
                SqlValue.of(-1.5),
                SqlValue.of(0.0),
                SqlValue.of(1e300),
                SqlValue.of(Long.MIN_VALUE),
                SqlValue.of(-1),
                SqlValue.of(9),
                SqlValue.of(10),
                SqlValue.of(Long.MAX_VALUE));
        for (int low = 0; low < ascending.size(); low++) {
            for (int high = low + 1; high < ascending.size(); high++) {
                RowState smaller = alive(1, null, cell(ascending.get(low), 2, HIGH));
                RowState larger = alive(1, null, cell(ascending.get(high), 2, LOW));
                String pair = ascending.get(low) + " < " + ascending.get(high);
                assertThat(smaller.merge(write(ascending.get(high), 2, 1), origin(LOW)))
                        .as(pair)
                        .isEqualTo(larger);
                assertThat(larger.merge(write(ascending.get(low), 2, 1), origin(HIGH)))
                        .as(pair)
                        .isEqualTo(larger);
            }
        }
    }

    /** Two sites delete a row at once; a third hears of both in either order, or of one through the other. */
    @Test
    void equalDeletesConvergeOnAThirdSite() {
        RowState row = alive(1, null, cell("b", 2, MIDDLE));
        RowState expected = dead(2, origin(HIGH));
        assertThat(row.merge(life(2), origin(LOW)).merge(life(2), origin(HIGH))).isEqualTo(expected);
        assertThat(row.merge(life(2), origin(HIGH)).merge(life(2), origin(LOW))).isEqualTo(expected);
        assertThat(row.merge(life(2), origin(HIGH)))
                .as("all that the two sites still tell of")
                .isEqualTo(expected);
    }

    @Test
    void aColumnCannotBeWrittenInADeletedLife() {
        assertThatThrownBy(() -> write("a", 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected an odd one");
    }

    private static Change write(String value, long columnVersion, long causalLength) {
        return write(SqlValue.of(value), columnVersion, causalLength);
    }

    private static Change write(SqlValue value, long columnVersion, long causalLength) {
        return new Change(ROW, "state", value, columnVersion, causalLength, 0);
    }

    private static Change life(long causalLength) {
        return new Change(ROW, Change.SENTINEL, SqlValue.Null.VALUE, causalLength, causalLength, 0);
    }

    private static Origin origin(ActorId actor) {
        return new Origin(actor, 7, 0);
    }

    private static Map<String, Cell> cell(String value, long columnVersion, ActorId actor) {
        return cell(SqlValue.of(value), columnVersion, actor);
    }

    private static Map<String, Cell> cell(SqlValue value, long columnVersion, ActorId actor) {
        return Map.of("state", new Cell(value, columnVersion, origin(actor)));
    }

    private static RowState alive(long causalLength, @Nullable Origin sentinel, Map<String, Cell> cells) {
        return new RowState(causalLength, sentinel, new TreeMap<>(cells));
    }

    private static RowState dead(long causalLength, Origin sentinel) {
        return new RowState(causalLength, sentinel, new TreeMap<>());
    }
}
