package dev.gridlock.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineBufferTest {
    private static List<String> cut(String... writes) {
        List<String> lines = new ArrayList<>();
        LineBuffer buffer = new LineBuffer(lines::add);
        for (String text : writes) {
            byte[] bytes = text.getBytes(UTF_8);
            buffer.write(bytes, 0, bytes.length);
        }
        lines.add("|");
        buffer.flush();
        return lines;
    }

    @Test
    void cutsAtLineEndsOfEitherKind() {
        assertThat(cut("a\nb\r\nc")).containsExactly("a", "b", "|", "c");
        assertThat(cut("a", "b\n", "\n")).containsExactly("ab", "", "|");
        assertThat(cut("a\r", "\nb\rc\n")).containsExactly("a", "b\rc", "|");
        assertThat(cut("")).containsExactly("|");
    }

    @Test
    void takesAPartOfAnArray() {
        List<String> lines = new ArrayList<>();
        LineBuffer buffer = new LineBuffer(lines::add);
        buffer.write("xxone\ntwo\nyy".getBytes(UTF_8), 2, 8);
        assertThat(lines).containsExactly("one", "two");
    }

    @Test
    void anyDivisionIntoWritesGivesTheSameLines() {
        String text = "Łódź\n\n😀 and more\r\nend of it\nrest";
        byte[] bytes = text.getBytes(UTF_8);
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> lines = new ArrayList<>();
            LineBuffer buffer = new LineBuffer(lines::add);
            for (int from = 0; from < bytes.length; ) {
                int length = random.nextInt(1, Math.min(7, bytes.length - from) + 1);
                buffer.write(bytes, from, length);
                from += length;
            }
            buffer.flush();
            buffer.flush();
            assertThat(lines).containsExactly("Łódź", "", "😀 and more", "end of it", "rest");
        }
    }
}
