package dev.gridlock.simulator.network;

import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;

/**
 * The options of one socket, which are remembered and told again under either of their names, the constant of {@link SocketOptions} and the
 * {@link SocketOption}. Only SO_TIMEOUT and SO_LINGER have an effect. Not thread-safe.
 */
final class SocketSettings {
    private static final int BUFFER_BYTES = 65536;
    private static final int LINGER_OFF = -1;

    /** What a client's socket knows, with the defaults of Linux. */
    private static final Map<SocketOption<?>, Object> CLIENT = new LinkedHashMap<>();

    /** What a server's socket knows. */
    private static final Map<SocketOption<?>, Object> SERVER = new LinkedHashMap<>();

    static {
        CLIENT.put(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
        CLIENT.put(StandardSocketOptions.SO_REUSEADDR, false);
        CLIENT.put(StandardSocketOptions.SO_REUSEPORT, false);
        CLIENT.put(StandardSocketOptions.IP_TOS, 0);
        CLIENT.put(StandardSocketOptions.SO_KEEPALIVE, false);
        CLIENT.put(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
        CLIENT.put(StandardSocketOptions.SO_LINGER, LINGER_OFF);
        CLIENT.put(StandardSocketOptions.TCP_NODELAY, false);
        CLIENT.put(ExtendedSocketOptions.TCP_QUICKACK, false);
        CLIENT.put(ExtendedSocketOptions.TCP_KEEPIDLE, 7200);
        CLIENT.put(ExtendedSocketOptions.TCP_KEEPINTERVAL, 75);
        CLIENT.put(ExtendedSocketOptions.TCP_KEEPCOUNT, 9);
        SERVER.put(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
        SERVER.put(StandardSocketOptions.SO_REUSEADDR, true);
        SERVER.put(StandardSocketOptions.SO_REUSEPORT, false);
        SERVER.put(StandardSocketOptions.IP_TOS, 0);
        SERVER.put(ExtendedSocketOptions.TCP_KEEPIDLE, 7200);
        SERVER.put(ExtendedSocketOptions.TCP_KEEPINTERVAL, 75);
        SERVER.put(ExtendedSocketOptions.TCP_KEEPCOUNT, 9);
    }

    private final Map<SocketOption<?>, Object> defaults;
    private final Map<SocketOption<?>, Object> set = new HashMap<>(4);
    private int timeoutMillis;
    private boolean urgentInline;

    SocketSettings(boolean server) {
        defaults = server ? SERVER : CLIENT;
    }

    int timeoutMillis() {
        return timeoutMillis;
    }

    /** Whether a close is to reset the connection. */
    boolean lingersZero() {
        return Integer.valueOf(0).equals(set.get(StandardSocketOptions.SO_LINGER));
    }

    Set<SocketOption<?>> supported() {
        return Set.copyOf(defaults.keySet());
    }

    /** @throws UnsupportedOperationException if a socket of this kind has no such option */
    void set(SocketOption<?> option, Object value) {
        requireSupported(option);
        if (!option.type().isInstance(value)) {
            throw new IllegalArgumentException("Invalid value '" + value + "'");
        }
        boolean off = option.equals(StandardSocketOptions.SO_LINGER) && (Integer) value < 0;
        set.put(option, off ? LINGER_OFF : value);
    }

    /** @throws UnsupportedOperationException if a socket of this kind has no such option */
    @SuppressWarnings("TypeParameterUnusedInFormals") // the caller is SocketImpl.getOption, which promises the same
    <T> T get(SocketOption<T> option) {
        requireSupported(option);
        return option.type().cast(told(option));
    }

    private Object told(SocketOption<?> option) {
        Object value = set.get(option);
        if (value == null) {
            value = defaults.getOrDefault(option, false);
        }
        return value;
    }

    private void requireSupported(SocketOption<?> option) {
        if (!defaults.containsKey(option)) {
            throw new UnsupportedOperationException("'" + option + "' not supported");
        }
    }

    /** Sets an option by its constant in {@link SocketOptions}. */
    void set(int id, Object value) {
        switch (id) {
            case SocketOptions.SO_TIMEOUT -> timeoutMillis = (Integer) value;
            case SocketOptions.SO_OOBINLINE -> urgentInline = (Boolean) value;
            case SocketOptions.SO_LINGER ->
                set.put(StandardSocketOptions.SO_LINGER, value instanceof Integer seconds ? seconds : LINGER_OFF);
            default -> set.put(named(id), value);
        }
    }

    /** Returns an option by its constant in {@link SocketOptions}. */
    Object get(int id) {
        return switch (id) {
            case SocketOptions.SO_TIMEOUT -> timeoutMillis;
            case SocketOptions.SO_OOBINLINE -> urgentInline;
            default -> told(named(id));
        };
    }

    private static SocketOption<?> named(int id) {
        return switch (id) {
            case SocketOptions.TCP_NODELAY -> StandardSocketOptions.TCP_NODELAY;
            case SocketOptions.SO_KEEPALIVE -> StandardSocketOptions.SO_KEEPALIVE;
            case SocketOptions.SO_LINGER -> StandardSocketOptions.SO_LINGER;
            case SocketOptions.SO_RCVBUF -> StandardSocketOptions.SO_RCVBUF;
            case SocketOptions.SO_SNDBUF -> StandardSocketOptions.SO_SNDBUF;
            case SocketOptions.SO_REUSEADDR -> StandardSocketOptions.SO_REUSEADDR;
            case SocketOptions.SO_REUSEPORT -> StandardSocketOptions.SO_REUSEPORT;
            case SocketOptions.IP_TOS -> StandardSocketOptions.IP_TOS;
            default -> throw new UnsupportedOperationException("a simulated socket has no option number " + id);
        };
    }
}
