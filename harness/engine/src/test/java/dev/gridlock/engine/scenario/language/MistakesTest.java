package dev.gridlock.engine.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gridlock.engine.scenario.Problem;
import dev.gridlock.engine.scenario.ScenarioException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every message, word for word. The table is {@code mistakes.txt}; with {@code -Dgridlock.golden.refresh=true} the
 * messages in it are written anew, to be read in the diff.
 */
class MistakesTest {

    private static final String TABLE = "mistakes.txt";

    /** One block of the table: its lines without the messages, the file that they make, and the messages. */
    private record Mistake(String name, List<String> block, String file, List<String> messages) {}

    @TestFactory
    Stream<DynamicTest> eachMistakeHasItsMessage() throws IOException {
        if (Fixtures.REFRESH) {
            refresh();
        }
        return mistakes().stream()
                .map(mistake -> DynamicTest.dynamicTest(
                        mistake.name(),
                        () -> assertThat(messagesOf(mistake.file())).containsExactlyElementsOf(mistake.messages())));
    }

    @Test
    void theTableHasFortyMistakesOrMoreAndNoNameTwice() {
        assertThat(mistakes()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(mistakes()).extracting(Mistake::name).doesNotHaveDuplicates();
    }

    @Test
    void theScenarioThatTheMistakesAreMadeInIsItselfSound() throws ScenarioException {
        assertThat(Fixtures.read(Fixtures.base()).name()).isEqualTo("base");
    }

    private static List<String> messagesOf(String file) {
        try {
            Fixtures.read(file);
            return fail("was accepted:\n" + file);
        } catch (ScenarioException refused) {
            var messages = refused.problems().stream().map(Problem::message).toList();
            assertThat(refused).hasMessage(messages.getFirst());
            return messages;
        }
    }

    private static List<Mistake> mistakes() {
        var mistakes = new ArrayList<Mistake>();
        for (var text : Fixtures.resource(TABLE).split("(?m)^=== ", -1)) {
            if (!text.startsWith("#")) {
                mistakes.add(mistake(text.lines().toList()));
            }
        }
        return mistakes;
    }

    private static Mistake mistake(List<String> lines) {
        var file = Fixtures.base();
        var whole = new StringBuilder();
        var messages = new ArrayList<String>();
        var block = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (i > 0 && !line.isEmpty() && !line.startsWith(">")) {
                block.add(line);
            }
            if (line.startsWith("- ")) {
                file = replaced(file, line.substring(2), additions(lines.subList(i + 1, lines.size())));
            } else if (line.startsWith("|")) {
                whole.append(line.substring(1)).append('\n');
            } else if (line.startsWith("> ")) {
                messages.add(line.substring(2));
            }
        }
        return new Mistake(lines.getFirst(), block, whole.isEmpty() ? file : whole.toString(), messages);
    }

    private static String additions(List<String> following) {
        return String.join(
                "\n",
                following.stream()
                        .takeWhile(line -> line.startsWith("+ "))
                        .map(line -> line.substring(2))
                        .toList());
    }

    /** Replaces a text in its last line; its lines take over the indentation of the line for those that follow. */
    private static String replaced(String file, String old, String lines) {
        assertThat(file).contains(old);
        int at = file.lastIndexOf(old);
        return file.substring(0, at) + lines + file.substring(at + old.length());
    }

    private static void refresh() throws IOException {
        var text = new StringBuilder(
                Fixtures.resource(TABLE).split("(?m)^=== ", -1)[0].strip());
        for (var mistake : mistakes()) {
            text.append("\n\n=== ").append(mistake.name()).append('\n');
            mistake.block().forEach(line -> text.append(line).append('\n'));
            text.append(String.join(
                    "\n",
                    messagesOf(mistake.file()).stream()
                            .map(message -> "> " + message)
                            .toList()));
        }
        Fixtures.refresh(TABLE, text.append('\n').toString());
    }
}
