package dev.gridlock.store.storage;

import dev.gridlock.store.value.SqlValue;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A primary key as one blob, so that keys of any table fit one column. Kind, length where it varies, content: no two different keys
 * have the same bytes, and no key is a prefix of another.
 */
final class KeyCodec {
    private KeyCodec() {}

    static byte[] pack(List<SqlValue> key) {
        List<byte[]> contents = new ArrayList<>(key.size());
        int size = Integer.BYTES;
        for (SqlValue value : key) {
            byte[] content = content(value);
            contents.add(content);
            size += 1 + Integer.BYTES + content.length;
        }
        ByteBuffer packed = ByteBuffer.allocate(size).putInt(key.size());
        for (int i = 0; i < key.size(); i++) {
            byte[] content = contents.get(i);
            packed.put((byte) key.get(i).rank()).putInt(content.length).put(content);
        }
        return packed.array();
    }

    private static byte[] content(SqlValue value) {
        return switch (value) {
            case SqlValue.Null ignored -> new byte[0];
            case SqlValue.Blob blob -> blob.bytes();
            case SqlValue.Text text -> text.text().getBytes(StandardCharsets.UTF_8);
            case SqlValue.Real real ->
                ByteBuffer.allocate(Double.BYTES).putDouble(real.number()).array();
            case SqlValue.Int integer ->
                ByteBuffer.allocate(Long.BYTES).putLong(integer.number()).array();
        };
    }

    /**
     * The key that was packed.
     *
     * @throws IllegalArgumentException when the bytes are no packed key
     */
    static List<SqlValue> unpack(byte[] bytes) {
        try {
            ByteBuffer packed = ByteBuffer.wrap(bytes);
            int count = packed.getInt();
            List<SqlValue> key = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int rank = packed.get();
                byte[] content = new byte[Math.clamp(packed.getInt(), 0, packed.remaining())];
                packed.get(content);
                key.add(value(rank, content));
            }
            return key;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException(
                    "found a packed key that ends early, expected " + bytes.length + " bytes"
                            + " to hold all of its values",
                    e);
        }
    }

    private static SqlValue value(int rank, byte[] content) {
        return switch (rank) {
            case 1 -> SqlValue.Null.VALUE;
            case 2 -> SqlValue.of(content);
            case 3 -> SqlValue.of(new String(content, StandardCharsets.UTF_8));
            case 4 -> SqlValue.of(ByteBuffer.wrap(content).getDouble());
            case 5 -> SqlValue.of(ByteBuffer.wrap(content).getLong());
            default ->
                throw new IllegalArgumentException(
                        "found a value of kind " + rank + " in a packed key, expected 1 to 5");
        };
    }
}
