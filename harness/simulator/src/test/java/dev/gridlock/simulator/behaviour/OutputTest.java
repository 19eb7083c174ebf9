package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener.Stream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Standard streams of nodes. */
class OutputTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void linesAreKeptApartByNodeAndStreamAndStamped() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                System.out.println("one");
                System.err.println("careful");
                Thread.sleep(25);
                System.out.printf("%s and %d%n", "two", 3);
            });
            world.node("fra").start(() -> {
                Thread.sleep(10);
                System.out.println("from fra");
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("one", "two and 3");
            assertThat(world.lines())
                    .extracting(line ->
                            line.node() + " " + line.stream() + " " + line.at().toMillis() + " " + line.text())
                    .containsExactly(
                            "waw OUT 0 one", "waw ERR 0 careful", "fra OUT 10 from fra", "waw OUT 25 two and 3");
        }
    }

    @Test
    void aLineIsToldWhenItIsEndedAndTheRestWhenTheProcessEnds() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                System.out.print("begun ");
                Thread.sleep(50);
                System.out.print("and ended\nnext\r\n\nrest");
                Thread.sleep(100);
            });
            world.run(LONG);
            assertThat(world.lines())
                    .extracting(line -> line.at().toMillis() + " " + line.text())
                    .containsExactly("50 begun and ended", "50 next", "50 ", "150 rest");
        }
    }

    @Test
    void everyCharacterArrives() {
        String text = "Zażółć gęślą jaźń 東京 😀";
        try (World world = new World()) {
            world.node("waw").start(() -> {
                System.out.println(text);
                byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
                for (byte b : bytes) {
                    System.out.write(b);
                }
                System.out.flush();
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly(text, text);
        }
    }

    @Test
    void standardInputIsAtItsEnd() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                System.out.println(
                        System.in.read() + " " + System.in.available() + " " + System.in.readAllBytes().length);
                System.in.close();
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("-1 0 0");
        }
    }

    @Test
    void whatIsWrittenOutsideOfNodesIsNotTheirs() {
        try (World world = new World()) {
            world.node("waw").start(() -> System.out.println("mine"));
            world.at(Duration.ofMillis(1), () -> System.out.print(""));
            world.run(LONG);
            assertThat(world.lines()).extracting(World.Line::stream).containsExactly(Stream.OUT);
        }
    }
}
