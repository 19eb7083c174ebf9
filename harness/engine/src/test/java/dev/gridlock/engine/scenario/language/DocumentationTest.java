package dev.gridlock.engine.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.topology.Regions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/writing-a-scenario.md} to what the reader does. */
class DocumentationTest {

    private static final Path DOCUMENT = Path.of("../../docs/writing-a-scenario.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
    private static final Pattern OVERRIDE = Pattern.compile("--set (?:'([^']+)'|(\\S+=\\S+))");
    private static final Pattern REGIONS = Pattern.compile("(?s)(<!-- regions -->\n).*(<!-- end of regions -->)");

    @Test
    void everyExampleIsAScenario() throws IOException, ScenarioException {
        var examples = EXAMPLE.matcher(document())
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
        for (var example : examples) {
            assertThat(ScenarioText.explain(Fixtures.read(example), List.of(Fixtures.FLEET)))
                    .isNotBlank();
        }
    }

    @Test
    void everyOverrideFitsTheLargestExample() throws IOException, ScenarioException {
        var largest = EXAMPLE.matcher(document())
                .results()
                .map(found -> found.group(1))
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .orElseThrow()
                .replace("  mended:", "  parking-lot-0.12.5:");
        var overrides = OVERRIDE.matcher(document())
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .filter(argument -> !argument.startsWith("PATH"))
                .toList();

        assertThat(overrides).hasSizeGreaterThanOrEqualTo(5);
        for (var override : overrides) {
            assertThat(Fixtures.read(largest, override).source().overrides()).containsExactly(override);
        }
    }

    @Test
    void everyKeyOfTheTopLevelIsInTheTable() throws IOException {
        for (var key : List.of(
                "gridlock",
                "name",
                "title",
                "about",
                "system",
                "topology",
                "duration",
                "quiesce",
                "workload",
                "faults",
                "expect",
                "variants",
                "search")) {
            assertThat(document()).containsPattern("(?m)^\\| `" + key + "` \\| ");
        }
    }

    /** The table is written anew with {@code -Dgridlock.golden.refresh=true}. */
    @Test
    void theTableOfRegionsIsTheBuiltInOne() throws IOException {
        var table = Regions.all().stream()
                .map(region -> String.format(
                        Locale.ROOT,
                        "| `%s` | %s | %.2f | %.2f |\n",
                        region.code(),
                        region.city(),
                        region.latitude(),
                        region.longitude()))
                .collect(Collectors.joining("", "| code | city | latitude | longitude |\n|---|---|---|---|\n", ""));
        var expected = REGIONS.matcher(document()).replaceFirst("$1" + table + "$2");

        if (Fixtures.REFRESH) {
            Files.writeString(DOCUMENT, expected);
        }
        assertThat(document()).isEqualTo(expected).contains("| `waw` |");
    }

    private static String document() throws IOException {
        return Files.readString(DOCUMENT);
    }
}
