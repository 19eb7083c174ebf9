package dev.gridlock.scenarios;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The rules of ARCHITECTURE.md and CONTRIBUTING.md that a machine can check. */
final class ArchitectureRules {
    private static final String BASE = "dev.gridlock.";

    private static final List<Module> MODULES = List.of(
            new Module("agent", List.of()),
            new Module("simulator", List.of("agent")),
            new Module("engine", List.of("simulator")),
            new Module("toxiproxy", List.of()),
            new Module("backends", List.of("engine", "toxiproxy")),
            new Module("cli", List.of("engine", "backends", "toxiproxy")),
            new Module("store", List.of()),
            new Module("proxy", List.of()));

    /** The one kind of class that may ask the machine for the time: it says how long a run took, and decides nothing. */
    private static final String WALL_CLOCK = "WallClock";

    private static final Set<String> OUTSIDE_CALLS = Set.of(
            "java.lang.System.nanoTime()",
            "java.lang.System.currentTimeMillis()",
            "java.lang.Math.random()",
            "java.lang.StrictMath.random()",
            "java.time.Instant.now()",
            "java.time.LocalDate.now()",
            "java.time.LocalTime.now()",
            "java.time.LocalDateTime.now()",
            "java.time.OffsetDateTime.now()",
            "java.time.ZonedDateTime.now()",
            "java.time.Clock.systemUTC()",
            "java.time.Clock.systemDefaultZone()",
            "java.util.UUID.randomUUID()",
            "java.util.SplittableRandom.<init>()");

    private static final Set<String> OUTSIDE_TYPES =
            Set.of("java.util.Random", "java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom");

    private ArchitectureRules() {}

    /** A module by the name of its package, and the modules whose classes it may name beside its own. */
    record Module(String name, List<String> mayName) {
        String[] packages() {
            return Stream.concat(Stream.of(name), mayName.stream())
                    .map(module -> BASE + module + "..")
                    .toArray(String[]::new);
        }

        ArchRule direction() {
            return noClasses()
                    .that()
                    .resideInAPackage(BASE + name + "..")
                    .should()
                    .dependOnClassesThat(resideInAPackage("dev.gridlock..").and(not(resideInAnyPackage(packages()))))
                    .as("of this project, " + name + " names only " + String.join(" and ", packages()));
        }
    }

    /** The modules whose dependencies are limited. */
    static List<Module> modules() {
        return MODULES;
    }

    static Stream<ArchRule> all() {
        return Stream.concat(
                MODULES.stream().map(Module::direction),
                Stream.of(
                        agentUsesTheJdkAlone(),
                        nothingKnowsTheScenarios(),
                        internalsStayInTheirModule(),
                        onlyBrokenCodeOpensGuards(),
                        packagesFormNoCircle(),
                        timeAndRandomnessComeFromTheSimulation(),
                        namesSayWhatAClassDoes(),
                        packagesSayWhatTheyHold(),
                        packagesAreNullMarked()));
    }

    private static ArchRule agentUsesTheJdkAlone() {
        return noClasses()
                .that()
                .resideInAPackage(BASE + "agent..")
                .should()
                .dependOnClassesThat(not(resideInAnyPackage(BASE + "agent..", "java..", "org.jspecify.annotations")))
                .as("the agent uses the JDK's public packages alone, for it runs on the bootstrap class path");
    }

    private static ArchRule nothingKnowsTheScenarios() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(BASE + "scenarios..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BASE + "scenarios..")
                .as("nothing depends on the scenarios");
    }

    private static ArchRule internalsStayInTheirModule() {
        return classes().should(new ArchCondition<>("name internal packages of their own module only") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> isInternal(dependency.getTargetClass())
                                && !moduleOf(dependency.getTargetClass()).equals(moduleOf(type)))
                        .forEach(dependency ->
                                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription())));
            }
        });
    }

    private static boolean isInternal(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(BASE) && (name.endsWith(".internal") || name.contains(".internal."));
    }

    private static String moduleOf(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(BASE) ? name.substring(BASE.length()).split("\\.", 2)[0] : "";
    }

    private static ArchRule onlyBrokenCodeOpensGuards() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("..broken..", BASE + "proxy.catalog")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(BASE + "proxy.catalog.ReadGuard")
                .as("sound code enters the catalog by closures: only packages called broken use its ReadGuard");
    }

    private static ArchRule packagesFormNoCircle() {
        return slices().matching("dev.gridlock.(**)").should().beFreeOfCycles();
    }

    private static ArchRule timeAndRandomnessComeFromTheSimulation() {
        return classes()
                .that()
                .resideInAnyPackage(BASE + "simulator..", BASE + "engine..")
                .and()
                .doNotHaveSimpleName(WALL_CLOCK)
                .should(new ArchCondition<>("take time and randomness from the simulation") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        // Accesses include method references, which a rule about calls would miss.
                        type.getAccessesFromSelf().stream()
                                .filter(ArchitectureRules::isOutside)
                                .forEach(access ->
                                        events.add(SimpleConditionEvent.violated(access, access.getDescription())));
                    }
                });
    }

    private static boolean isOutside(JavaAccess<?> access) {
        return OUTSIDE_CALLS.contains(access.getTarget().getFullName())
                || OUTSIDE_TYPES.contains(access.getTargetOwner().getFullName());
    }

    private static ArchRule namesSayWhatAClassDoes() {
        return noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Utility|Helper|Helpers)([$].*)?")
                .as("no class is a util or a helper: its name says what it does");
    }

    private static ArchRule packagesSayWhatTheyHold() {
        return noClasses()
                .should()
                .resideInAnyPackage("..util..", "..utils..", "..common..", "..helper..", "..helpers..")
                .as("no package is called util, common or helper: its name says what it holds");
    }

    private static ArchRule packagesAreNullMarked() {
        return classes().should(new ArchCondition<>("lie in a package whose package-info is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked")) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getPackageName() + ", the package of " + type.getSimpleName() + ", is not"));
                }
            }
        });
    }
}
