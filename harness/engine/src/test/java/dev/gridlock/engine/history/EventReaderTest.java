package dev.gridlock.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {

    private static final Life LIFE = new Life("proxy-waw-1", 1);
    private static final Duration AT = Duration.ofMillis(5);

    @Test
    void anEventKeepsItsFieldsInOrderWithoutItsName() {
        var read = EventReader.read(LIFE, """
            {"event":"store.commit","at":"2026-01-01T00:00:00Z","mono":7,"node":"n","update":"u-1","tables":["a","b"]}
            """, AT);

        assertThat(read).isInstanceOfSatisfying(NodeEvent.class, event -> {
            assertThat(event.name()).isEqualTo("store.commit");
            assertThat(event.at()).isEqualTo(AT);
            assertThat(event.fields().keySet()).containsExactly("at", "mono", "node", "update", "tables");
            assertThat(event.update()).isEqualTo("u-1");
            assertThat(event.number("mono")).hasValue(7);
            assertThat(event.list("tables")).isEqualTo(List.of("a", "b"));
        });
    }

    @Test
    void absentAndNullFieldsReadAsNothing() {
        var event = (NodeEvent) EventReader.read(LIFE, "{\"event\":\"x\",\"update\":null}", AT);

        assertThat(event.update()).isEmpty();
        assertThat(event.text("label")).isEmpty();
        assertThat(event.number("mono")).isEmpty();
        assertThat(event.list("waiters")).isEmpty();
        assertThat(event.word()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "{\"event\":\"x\"", "[1,2]", "{\"event\":\"x\"} trailing {"})
    void aLineThatIsNoObjectIsEvidenceAndNoException(String line) {
        assertThat(EventReader.read(LIFE, line, AT))
                .isEqualTo(new Observation.UnreadableLine(LIFE, line, "the line is not a JSON object", AT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"event\":\"\"}", "{\"event\":17}", "{\"name\":\"x\"}"})
    void anObjectWithoutAnEventNameIsEvidence(String line) {
        assertThat(EventReader.read(LIFE, line, AT))
                .isInstanceOfSatisfying(
                        Observation.UnreadableLine.class,
                        unreadable -> assertThat(unreadable.problem())
                                .isEqualTo("the object has no member \"event\" with a name"));
    }

    @Test
    void twoObjectsOnOneLineAreEvidence() {
        assertThat(EventReader.read(LIFE, "{\"event\":\"x\"}{\"event\":\"y\"}", AT))
                .isInstanceOfSatisfying(
                        Observation.UnreadableLine.class,
                        unreadable -> assertThat(unreadable.problem())
                                .isEqualTo("there is more on the line than one JSON object"));
    }

    @Test
    void anUnreadableLineIsCut() {
        var read = EventReader.read(LIFE, "x".repeat(10_000), AT);

        assertThat(read)
                .isInstanceOfSatisfying(
                        Observation.UnreadableLine.class,
                        unreadable -> assertThat(unreadable.line()).hasSize(201).endsWith("…"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0xffffffffffffffff", "0xfffffffffffffffe", "0x1000000000000000", "0xffffffffffffffFD"})
    void aWordWithOneOfItsTopFourBitsSetIsCorrupt(String word) {
        assertThat(event(word).hasCorruptWord()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x0000000000000000", "0x000000000000001b", "0x0fffffffffffffff", "", "1b", "0xzz", "0x"})
    void anyOtherWordIsSound(String word) {
        assertThat(event(word).hasCorruptWord()).isFalse();
    }

    private static NodeEvent event(String word) {
        return (NodeEvent) EventReader.read(LIFE, "{\"event\":\"x\",\"word\":\"" + word + "\"}", AT);
    }
}
