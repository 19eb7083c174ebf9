package dev.gridlock.store.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SqlValueTest {

    @Test
    void valuesOrderByKindThenNumericallyOrBytewise() {
        List<SqlValue> ordered = List.of(
                SqlValue.Null.VALUE,
                SqlValue.of(new byte[0]),
                SqlValue.of(new byte[] {1}),
                SqlValue.of(new byte[] {1, 0}),
                SqlValue.of(new byte[] {(byte) 0xff}),
                SqlValue.of(""),
                SqlValue.of("A"),
                SqlValue.of("a"),
                SqlValue.of("ab"),
                SqlValue.of("b"),
                SqlValue.of(-1e300),
                SqlValue.of(0.5),
                SqlValue.of(9e18),
                SqlValue.of(Long.MIN_VALUE),
                SqlValue.of(0),
                SqlValue.of(Long.MAX_VALUE));
        List<SqlValue> shuffled = new ArrayList<>(ordered);
        Collections.shuffle(shuffled, new Random(1));
        Collections.sort(shuffled);
        assertThat(shuffled).isEqualTo(ordered);
    }

    @Test
    void anyIntegerBeatsAnyFloatBecauseTheKindDecidesFirst() {
        assertThat(SqlValue.of(-5)).isGreaterThan(SqlValue.of(1e9));
    }

    @Test
    void textsCompareAsTheirUtf8BytesDo() {
        Random random = new Random(7);
        int[] points = {'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};
        for (int i = 0; i < 20_000; i++) {
            String left = randomText(random, points);
            String right = randomText(random, points);
            int bytewise = Arrays.compareUnsigned(
                    left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
            assertThat(Integer.signum(SqlValue.of(left).compareTo(SqlValue.of(right))))
                    .as("%s <> %s", left, right)
                    .isEqualTo(Integer.signum(bytewise));
        }
    }

    private static String randomText(Random random, int[] points) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    @Test
    void numbersAreNormalisedAsSqliteStoresThem() {
        assertThat(SqlValue.of(-0.0)).isEqualTo(SqlValue.of(0.0));
        assertThat(SqlValue.of(Double.NaN)).isEqualTo(SqlValue.Null.VALUE);
        assertThatThrownBy(() -> new SqlValue.Real(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a number or NULL");
    }

    @Test
    void blobsKeepTheirOwnBytes() {
        byte[] bytes = {1, 2};
        SqlValue blob = SqlValue.of(bytes);
        bytes[0] = 9;
        assertThat(blob).isEqualTo(SqlValue.of(new byte[] {1, 2})).hasToString("x'0102'");
    }
}
