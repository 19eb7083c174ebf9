package dev.gridlock.engine.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.topology.RegionPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverrideTest {

    @Test
    void replacesAValueAtTheTop() throws ScenarioException {
        assertThat(Fixtures.read(Fixtures.base(), "duration=5s").duration()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void replacesASettingWhoseKeyHasDots() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base(), "system.settings.proxy.write-timeout=300us");

        assertThat(scenario.system().settings()).containsEntry("proxy.write-timeout", "300us");
    }

    @Test
    void addsASettingWhoseKeyHasDots() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base(), "variants.fixed.settings.watchdog.interval=70ms");

        assertThat(scenario.settingsOf("fixed")).containsEntry("watchdog.interval", "70ms");
        assertThat(scenario.settingsOf("broken")).doesNotContainKey("watchdog.interval");
    }

    @Test
    void findsAVariantWhoseNameHasDots() throws ScenarioException {
        var text = Fixtures.base().replace("  fixed:", "  parking-lot-0.12.5:");

        var scenario = Fixtures.read(text, "variants.parking-lot-0.12.5.settings.proxy.lock=parking-lot-0.12.3");

        assertThat(scenario.settingsOf("parking-lot-0.12.5")).containsEntry("proxy.lock", "parking-lot-0.12.3");
    }

    @Test
    void reachesIntoARegionThatIsEmptyAndAddsOne() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base(), "topology.regions.fra.proxies=3", "topology.regions.nrt={}");

        assertThat(scenario.topology().region("fra").orElseThrow()).returns(3, RegionPlan::proxies);
        assertThat(scenario.topology().codes()).containsExactly("waw", "fra", "nrt");
    }

    @Test
    void reachesIntoAListItemWithOrWithoutItsKind() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base(), "workload.0.rate=500/s", "workload.1.requests.rate=7/s");

        assertThat(scenario.workloads().get(0).perSecond()).isEqualTo(500);
        assertThat(scenario.workloads().get(1).perSecond()).isEqualTo(7);
    }

    @Test
    void takesAListAsAValue() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base(), "workload.0.regions=[waw, fra]");

        assertThat(scenario.workloads().getFirst().regions()).containsExactly("waw", "fra");
    }

    @Test
    void theLastOfTwoForTheSamePathWins() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base(), "duration=5s", "duration=6s");

        assertThat(scenario.duration()).isEqualTo(Duration.ofSeconds(6));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "duration | no '=', expected path=value, such as duration=5s",
                "=5s | an empty part in the path, expected keys joined by single dots, such as topology.defaults.proxies",
                "topology..x=1 | an empty part in the path, expected keys joined by single dots, such as"
                        + " topology.defaults.proxies",
                "duration=5 | '5' without a unit, expected a duration such as 5s (units: ns, us, ms, s, m, h)",
                "duration= | nothing, expected a duration greater than zero, such as 3s",
                "duration.seconds=5 | a path that goes on below 'duration', which is '3s', expected a path that ends"
                        + " there",
                "workload.2.rate=5/s | '2' after 'workload', expected an index from 0 to 1, since the list has 2 items",
                "workload.first.rate=5/s | 'first' after 'workload', expected an index from 0 to 1, since the list has 2"
                        + " items",
                "workload.0.rat=5/s | unknown key 'rat', expected one of the keys from, to, rate, regions, applications,"
                        + " machines-per-application; did you mean 'rate'?",
                "system.settings.proxy.lok=x | unknown setting 'proxy.lok', expected a setting of regional-fleet:"
                        + " proxy.lock, proxy.loading, proxy.write-timeout, watchdog.interval, watchdog.patience; did you"
                        + " mean 'proxy.lock'?",
                "topology.regions.wav={} | unknown region 'wav', expected the code of one of the 49 built-in regions,"
                        + " such as waw, fra or iad; did you mean 'waw'?",
                "workload.0.regions=[fra | no end of the list that begins at 1:1, expected a value in one line of YAML, such as [waw, fra] or {proxies: 3}"
            })
    void namesTheArgumentThatIsWrong(String argument, String message) {
        assertThatThrownBy(() -> Fixtures.read(Fixtures.base(), argument))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("--set " + argument + ": found " + message);
    }

    @Test
    void namesTheArgumentThatMadeAPartOfTheFileWrong() {
        assertThatThrownBy(() -> Fixtures.read(Fixtures.base(), "duration=2s"))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("scenario.yaml:19:37: found 'to' of 2.5s, expected at most the duration of the scenario, 2s"
                        + " (--set duration=2s)");
    }

    @Test
    void anArgumentOfManyPagesIsRefusedInOneLine() {
        assertThatThrownBy(() -> Fixtures.read(Fixtures.base(), "title=" + "x".repeat(100_000)))
                .isInstanceOf(ScenarioException.class)
                .hasMessageMatching("--set title=x+…: found an argument of 100006 characters, expected at most 1000");
    }

    @Test
    void anArgumentOfSeveralLinesMakesAMessageOfOne() {
        assertThatThrownBy(() -> Fixtures.read(Fixtures.base(), "duration\n=5"))
                .isInstanceOf(ScenarioException.class)
                .message()
                .isNotBlank()
                .doesNotContain("\n");
    }
}
