package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each case on the JDK as it is, over the machine's own loopback: what the simulator is measured by. */
class ConformanceOnThePlatformTest {
    @TestFactory
    Stream<DynamicTest> holds() {
        return Case.all().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.name(), () -> Running.run(each.body()::run).result()));
    }

    @Test
    void namesAreUnique() {
        assertThat(Case.all()).extracting(Case::name).doesNotHaveDuplicates().hasSizeGreaterThan(200);
    }
}
