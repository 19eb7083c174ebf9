package dev.gridlock.engine.scenario.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.scenario.ScenarioException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SourceTextTest {

    @Test
    void textIsTakenAsItStands() throws ScenarioException {
        assertThat(decode("żółw: 1\r\n\t# Łódź 🐢\n")).isEqualTo("żółw: 1\r\n\t# Łódź 🐢\n");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheText() throws ScenarioException {
        assertThat(decode("\uFEFFname: x")).isEqualTo("name: x");
    }

    @Test
    void aFileAboveTheLimitIsRefusedWithoutReadingItToTheEnd() {
        var endless = new EndlessStream();

        assertThatThrownBy(() -> SourceText.read("big.yaml", endless))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("big.yaml:1:1: found more than 1 MiB, expected a scenario of at most 1 MiB");
        assertThat(endless.served).isEqualTo(SourceText.MAX_BYTES + 1);
    }

    @Test
    void aFileOfExactlyTheLimitIsRead() throws IOException, ScenarioException {
        var bytes = new byte[SourceText.MAX_BYTES];
        Arrays.fill(bytes, (byte) '\n');

        assertThat(SourceText.decode("full.yaml", bytes)).hasSize(SourceText.MAX_BYTES);
    }

    @Test
    void aLineAboveTheLimitIsRefused() {
        var text = "a: b\n" + "x".repeat(SourceText.MAX_LINE) + "\n" + "y".repeat(SourceText.MAX_LINE + 1);

        assertThatThrownBy(() -> decode(text))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("x.yaml:3:1: found a line of 10001 characters, expected lines of at most 10000 characters");
    }

    @Test
    void bytesThatAreNotUtf8AreRefusedWhereTheyStand() {
        byte[] latin1 = "name: x\ncity: Łódź\n".replace('Ł', 'L').getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> SourceText.decode("latin1.yaml", latin1))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("latin1.yaml:2:8: found bytes that are not UTF-8, expected a scenario as UTF-8 text");
    }

    @Test
    void aCharacterCutInHalfIsRefused() {
        byte[] cut = Arrays.copyOf("name: ż".getBytes(StandardCharsets.UTF_8), 7);

        assertThatThrownBy(() -> SourceText.decode("cut.yaml", cut))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("cut.yaml:1:7: found bytes that are not UTF-8, expected a scenario as UTF-8 text");
    }

    @Test
    void utf16IsNamed() {
        assertThatThrownBy(() -> SourceText.decode("wide.yaml", "name: x".getBytes(StandardCharsets.UTF_16)))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("wide.yaml:1:1: found UTF-16 text, expected a scenario as UTF-8 text");
    }

    @Test
    void aBinaryFileIsNamed() {
        byte[] binary = {'g', 'r', '\n', 0x7F, 'E', 'L', 'F', 0, (byte) 0x80};

        assertThatThrownBy(() -> SourceText.decode("binary", binary))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(
                        "binary:2:1: found the control character U+007F (a binary file?), expected a scenario as UTF-8"
                                + " text");
    }

    private static String decode(String text) throws ScenarioException {
        return SourceText.decode("x.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Empty lines without end, and how many were taken. */
    private static final class EndlessStream extends InputStream {

        private int served;

        @Override
        public int read() {
            served++;
            return '\n';
        }

        @Override
        public int read(byte[] into, int from, int length) {
            Arrays.fill(into, from, from + length, (byte) '\n');
            served += length;
            return length;
        }
    }
}
