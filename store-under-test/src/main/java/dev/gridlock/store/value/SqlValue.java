package dev.gridlock.store.value;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * One value as SQLite stores it. Immutable and thread-safe.
 *
 * <p>The natural order is the tie-break of the merge: values of different kinds order as {@code NULL < BLOB < TEXT < REAL <
 * INTEGER} (the reverse of SQLite's type codes, as cr-sqlite does), values of one kind numerically or bytewise.
 */
public sealed interface SqlValue extends Comparable<SqlValue> {

    /** Position of this kind in the order of kinds, 1 (NULL) to 5 (INTEGER). */
    int rank();

    @Override
    default int compareTo(SqlValue other) {
        if (rank() != other.rank()) {
            return Integer.compare(rank(), other.rank());
        }
        return switch (this) {
            case Null ignored -> 0;
            case Blob blob -> Arrays.compareUnsigned(blob.bytes, ((Blob) other).bytes);
            case Text text -> compareAsUtf8(text.text, ((Text) other).text);
            case Real real -> Double.compare(real.number, ((Real) other).number);
            case Int integer -> Long.compare(integer.number, ((Int) other).number);
        };
    }

    /** A text value. */
    static SqlValue of(String text) {
        return new Text(text);
    }

    /** An integer value. */
    static SqlValue of(long number) {
        return new Int(number);
    }

    /**
     * A floating-point value as SQLite would keep it: not-a-number becomes NULL, negative zero becomes zero.
     */
    static SqlValue of(double number) {
        return Double.isNaN(number) ? Null.VALUE : new Real(number);
    }

    /** A blob that holds a copy of the bytes. */
    static SqlValue of(byte[] bytes) {
        return new Blob(bytes.clone());
    }

    /**
     * Bytewise order of the UTF-8 forms. Equal to the order of code points, which differs from {@link String#compareTo} where
     * surrogates meet characters above U+D7FF.
     */
    private static int compareAsUtf8(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean surrogateA = Character.isSurrogate(a);
                boolean surrogateB = Character.isSurrogate(b);
                if (surrogateA != surrogateB) {
                    return surrogateA ? 1 : -1;
                }
                return Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    /** SQL NULL. */
    record Null() implements SqlValue {
        /** The value. */
        public static final Null VALUE = new Null();

        @Override
        public int rank() {
            return 1;
        }

        @Override
        public String toString() {
            return "NULL";
        }
    }

    /** Raw bytes, compared unsigned. */
    final class Blob implements SqlValue {
        private final byte[] bytes;

        private Blob(byte[] bytes) {
            this.bytes = bytes;
        }

        /** A copy of the bytes. */
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public int rank() {
            return 2;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "x'" + HexFormat.of().formatHex(bytes) + "'";
        }
    }

    /** A character string. */
    record Text(String text) implements SqlValue {
        @Override
        public int rank() {
            return 3;
        }

        @Override
        public String toString() {
            return "'" + text + "'";
        }
    }

    /** A 64-bit floating-point number, never not-a-number and never negative zero. */
    record Real(double number) implements SqlValue {
        /**
         * Normalises negative zero.
         *
         * @throws IllegalArgumentException for not-a-number, which SQLite stores as NULL
         */
        public Real {
            if (Double.isNaN(number)) {
                throw new IllegalArgumentException("found NaN as a REAL value, expected a number or NULL");
            }
            if (number == 0.0) {
                number = 0.0;
            }
        }

        @Override
        public int rank() {
            return 4;
        }

        @Override
        public String toString() {
            return Double.toString(number);
        }
    }

    /** A 64-bit signed integer. */
    record Int(long number) implements SqlValue {
        @Override
        public int rank() {
            return 5;
        }

        @Override
        public String toString() {
            return Long.toString(number);
        }
    }
}
