package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sources of randomness, which still must look random, and collections without an order of their own. */
final class RandomnessCases {
    private RandomnessCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("two generators differ", RandomnessCases::generatorsDiffer),
                Case.of("generators of every algorithm work", RandomnessCases::algorithms),
                Case.of("generators with a seed give what they always give", RandomnessCases::seeded),
                Case.of("threads have generators of their own", RandomnessCases::threadLocal),
                Case.of("random doubles are spread", RandomnessCases::spread),
                Case.of("secure random bytes are spread", RandomnessCases::secure),
                Case.of("random identifiers are unique", RandomnessCases::identifiers),
                Case.of("a shuffle keeps all elements", RandomnessCases::shuffle),
                Case.of("immutable sets and maps hold what they were given", RandomnessCases::immutable),
                Case.of("maps keyed by enum constants find them", RandomnessCases::enumKeys));
    }

    private static void generatorsDiffer() {
        assertThat(new Random().nextLong()).isNotEqualTo(new Random().nextLong());
        assertThat(new SplittableRandom().nextLong()).isNotEqualTo(new SplittableRandom().nextLong());
        assertThat(RandomGenerator.getDefault().nextLong())
                .isNotEqualTo(RandomGenerator.getDefault().nextLong());
    }

    private static void algorithms() {
        List<String> names = List.of(
                "L32X64MixRandom",
                "L64X128MixRandom",
                "L64X128StarStarRandom",
                "L64X256MixRandom",
                "L64X1024MixRandom",
                "L128X128MixRandom",
                "L128X256MixRandom",
                "L128X1024MixRandom",
                "Xoshiro256PlusPlus",
                "Xoroshiro128PlusPlus",
                "Random",
                "SplittableRandom");
        for (String name : names) {
            RandomGenerator generator = RandomGenerator.of(name);
            Set<Long> drawn = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                drawn.add(generator.nextLong());
            }
            assertThat(drawn).as(name).hasSize(20);
        }
    }

    private static void seeded() {
        assertThat(new Random(42).nextInt()).isEqualTo(-1170105035);
        assertThat(new SplittableRandom(42).nextInt()).isEqualTo(new SplittableRandom(42).nextInt());
    }

    private static void threadLocal() throws Exception {
        long here = ThreadLocalRandom.current().nextLong();
        long there = Running.start(() -> ThreadLocalRandom.current().nextLong()).result();
        assertThat(here).isNotEqualTo(there);
        assertThat(ThreadLocalRandom.current().nextInt(5, 8)).isBetween(5, 7);
    }

    private static void spread() {
        DoubleSupplier referred = Math::random;
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            double value = i % 2 == 0 ? Math.random() : referred.getAsDouble();
            assertThat(value).isBetween(0.0, Math.nextDown(1.0));
            sum += value;
        }
        assertThat(sum / 1000).isBetween(0.4, 0.6);
    }

    private static void secure() {
        SecureRandom random = new SecureRandom();
        byte[] bytes = new byte[256];
        random.nextBytes(bytes);
        assertThat(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1)
                        .chars()
                        .distinct()
                        .count())
                .isGreaterThan(100);
        assertThat(random.nextLong()).isNotEqualTo(random.nextLong());
        assertThat(random.nextInt(10)).isBetween(0, 9);
        assertThat(Arrays.equals(random.generateSeed(16), new SecureRandom().generateSeed(16)))
                .isFalse();
    }

    private static void identifiers() {
        Set<UUID> drawn = Stream.generate(UUID::randomUUID).limit(200).collect(Collectors.toSet());
        assertThat(drawn).hasSize(200).allMatch(id -> id.version() == 4 && id.variant() == 2);
    }

    private static void shuffle() {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, 100).boxed().toList());
        Collections.shuffle(numbers);
        assertThat(numbers)
                .hasSize(100)
                .doesNotHaveDuplicates()
                .isNotEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    private static void immutable() {
        Set<String> set = Set.of("waw", "fra", "ams", "lhr", "iad", "nrt");
        assertThat(set).contains("waw", "nrt").doesNotContain("otp").hasSize(6);
        Map<String, Integer> map = Map.of("waw", 1, "fra", 2, "ams", 3);
        assertThat(map.get("fra")).isEqualTo(2);
        assertThat(map.keySet()).containsExactlyInAnyOrder("waw", "fra", "ams");
        assertThat(Set.of(1, 2)).containsExactlyInAnyOrder(1, 2);
        assertThat(Map.of("a", 1, "b", 2).entrySet()).hasSize(2);
    }

    private static void enumKeys() {
        Map<TimeUnit, String> hashed = new HashMap<>();
        Map<TimeUnit, String> ordered = new EnumMap<>(TimeUnit.class);
        for (TimeUnit unit : TimeUnit.values()) {
            hashed.put(unit, unit.name());
            ordered.put(unit, unit.name());
        }
        assertThat(hashed).isEqualTo(ordered);
        assertThat(hashed.get(TimeUnit.DAYS)).isEqualTo("DAYS");
    }
}
