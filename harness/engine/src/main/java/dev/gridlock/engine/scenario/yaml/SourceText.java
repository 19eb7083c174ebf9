package dev.gridlock.engine.scenario.yaml;

import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.Problem;
import dev.gridlock.engine.scenario.ScenarioException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Turns the bytes of a file into text, and refuses what is no text for a person: too long, not UTF-8, or with control
 * characters.
 */
public final class SourceText {

    /** Longest file that is read, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    /** Longest line, in characters. The YAML library takes seconds for a text of a megabyte in one line. */
    public static final int MAX_LINE = 10_000;

    private static final String TEXT_EXPECTED = "a scenario as UTF-8 text";

    private SourceText() {}

    /**
     * Reads all text of a stream; never more than {@link #MAX_BYTES} bytes and one.
     *
     * @param source the file as messages name it
     * @throws ScenarioException when the file is longer, or is not plain UTF-8 text
     * @throws IOException when reading fails
     */
    public static String read(String source, InputStream in) throws IOException, ScenarioException {
        return decode(source, in.readNBytes(MAX_BYTES + 1));
    }

    /**
     * Text of the bytes of a whole file.
     *
     * @throws ScenarioException as {@link #read} does
     */
    public static String decode(String source, byte[] bytes) throws ScenarioException {
        if (bytes.length > MAX_BYTES) {
            throw problem(new Position(source, 1, 1), "more than 1 MiB", "a scenario of at most 1 MiB");
        }
        if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
            throw problem(new Position(source, 1, 1), "UTF-16 text", TEXT_EXPECTED);
        }
        var chars = CharBuffer.allocate(bytes.length);
        var input = ByteBuffer.wrap(bytes);
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        var result = decoder.decode(input, chars, true);
        var text = chars.flip().toString();
        // Control characters come first: a binary file is better named binary than badly encoded.
        refuseControlCharacters(source, text);
        refuseLongLines(source, text);
        if (result.isError()) {
            throw problem(endOf(source, text), "bytes that are not UTF-8", TEXT_EXPECTED);
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static void refuseControlCharacters(String source, String text) throws ScenarioException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean allowed = c == '\n' || c == '\r' || c == '\t' || (c >= ' ' && c != 0x7F);
            if (!allowed) {
                throw problem(
                        endOf(source, text.substring(0, i)),
                        "the control character U+%04X (a binary file?)".formatted((int) c),
                        TEXT_EXPECTED);
            }
        }
    }

    private static void refuseLongLines(String source, String text) throws ScenarioException {
        int line = 1;
        int start = 0;
        for (int end = text.indexOf('\n'); start < text.length(); end = text.indexOf('\n', start)) {
            int length = (end < 0 ? text.length() : end) - start;
            if (length > MAX_LINE) {
                throw problem(
                        new Position(source, line, 1),
                        "a line of " + length + " characters",
                        "lines of at most " + MAX_LINE + " characters");
            }
            line++;
            start += length + 1;
        }
    }

    /** The place after the text. */
    private static Position endOf(String source, String text) {
        int lineStart = text.lastIndexOf('\n') + 1;
        int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
        return new Position(source, line, text.codePointCount(lineStart, text.length()) + 1);
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length >= 2 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
    }

    private static ScenarioException problem(Position at, String found, String expected) {
        return new ScenarioException(List.of(new Problem(at, found, expected)));
    }
}
