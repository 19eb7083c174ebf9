package dev.gridlock.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the classes of all modules to {@link ArchitectureRules}.
 *
 * <p>Each rule is also shown the {@code planted} packages of this module's tests, where each rule is broken, so that a rule
 * that can no longer fail is itself a failure.
 */
class ArchitectureTest {
    private static JavaClasses main;
    private static JavaClasses planted;

    @BeforeAll
    static void importClasses() {
        main = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                // What JMH's annotation processor writes is not ours to arrange.
                .withImportOption(location -> !location.contains("/jmh_generated/"))
                .importPackages("dev.gridlock");
        planted = new ClassFileImporter()
                .withImportOption(location -> location.contains("/planted/"))
                .importPackages("dev.gridlock");
    }

    static Stream<ArchRule> rules() {
        return ArchitectureRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void ruleHolds(ArchRule rule) {
        rule.check(main);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void ruleIsBrokenByThePlantedClasses(ArchRule rule) {
        assertThat(rule.evaluate(planted).hasViolation()).isTrue();
    }

    @Test
    void everyModuleOnTheClassPathIsExamined() {
        assertThat(ArchitectureRules.modules())
                .allSatisfy(module -> assertThat(main)
                        .anySatisfy(
                                type -> assertThat(type.getPackageName()).startsWith("dev.gridlock." + module.name())));
    }

    @Test
    void plantedClassesAreNotPartOfTheProduct() {
        assertThat(main).noneSatisfy(type -> assertThat(type.getPackageName()).contains("planted"));
    }
}
