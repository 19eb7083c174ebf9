package dev.gridlock.simulator.network;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code java.net.Socket} and {@code ServerSocket} stand on in a node.
 *
 * <p>Options other than SO_TIMEOUT and SO_LINGER are remembered and have no effect. Used by the threads of one node, one at a time.
 */
public final class SimulatedSocket extends SocketImpl {
    private static final long NO_DEADLINE = Long.MAX_VALUE;
    private static final int DEFAULT_BUFFER_BYTES = 65536;

    private final Host host;
    private final Map<Integer, Object> options = new HashMap<>();
    private final Map<SocketOption<?>, Object> namedOptions = new HashMap<>();
    private InetAddress localAddress;
    private @Nullable Endpoint endpoint;
    private @Nullable Listener listener;
    private int soTimeoutMillis;
    private boolean bound;
    private boolean closed;

    /** Called by the simulator. */
    public SimulatedSocket(Host host) {
        this.host = host;
        this.localAddress = new InetSocketAddress(0).getAddress();
    }

    @Override
    protected void create(boolean stream) throws SocketException {
        if (!stream) {
            throw new SocketException("a simulated socket is a stream socket");
        }
    }

    @Override
    protected void bind(InetAddress wanted, int port) throws IOException {
        localport = host.bind(wanted, port);
        localAddress = wanted;
        bound = true;
    }

    @Override
    protected void listen(int backlog) {
        Listener created = new Listener(host, localport, backlog < 1 ? 50 : backlog);
        listener = created;
        host.listen(created);
    }

    @Override
    protected void accept(SocketImpl accepted) throws IOException {
        Listener from = listener;
        if (closed || from == null) {
            throw new SocketException("Socket closed");
        }
        ((SimulatedSocket) accepted).become(from.accept(deadline()));
    }

    private void become(Endpoint connected) {
        endpoint = connected;
        address = connected.remote().getAddress();
        port = connected.remote().getPort();
        localport = connected.local().getPort();
        localAddress = connected.local().getAddress();
    }

    @Override
    protected void connect(String name, int to) throws IOException {
        connect(new InetSocketAddress(name, to), 0);
    }

    @Override
    protected void connect(InetAddress to, int toPort) throws IOException {
        connect(new InetSocketAddress(to, toPort), 0);
    }

    @Override
    protected void connect(SocketAddress to, int timeoutMillis) throws IOException {
        if (!(to instanceof InetSocketAddress target)) {
            throw new IllegalArgumentException("Unsupported address type: " + to);
        }
        if (target.isUnresolved()) {
            throw new UnknownHostException(target.getHostString());
        }
        if (!bound) {
            localport = host.ephemeral();
            bound = true;
        }
        Host peer = host.find(target.getAddress());
        localAddress = target.getAddress().isLoopbackAddress() ? target.getAddress() : host.address();
        long deadline = timeoutMillis == 0 ? NO_DEADLINE : host.time().now() + timeoutMillis * 1_000_000L;
        address = target.getAddress();
        port = target.getPort();
        endpoint = Endpoint.connect(host, peer, new InetSocketAddress(localAddress, localport), target, deadline);
        if (closed) {
            endpoint.close(false);
            throw new SocketException("Socket closed");
        }
    }

    private Endpoint connected() throws SocketException {
        Endpoint e = endpoint;
        if (closed || e == null) {
            throw new SocketException(closed ? "Socket closed" : "Socket is not connected");
        }
        return e;
    }

    private long deadline() {
        return soTimeoutMillis == 0 ? NO_DEADLINE : host.time().now() + soTimeoutMillis * 1_000_000L;
    }

    @Override
    protected InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return connected().read(bytes, offset, length, deadline());
            }

            @Override
            public int available() throws IOException {
                return SimulatedSocket.this.available();
            }

            @Override
            public void close() throws IOException {
                SimulatedSocket.this.close();
            }
        };
    }

    @Override
    protected OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                connected().write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                SimulatedSocket.this.close();
            }
        };
    }

    @Override
    protected int available() throws IOException {
        return connected().available();
    }

    @Override
    protected void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (listener != null) {
            listener.close();
        } else if (endpoint != null) {
            endpoint.close(options.get(SocketOptions.SO_LINGER) instanceof Integer linger && linger == 0);
        } else if (bound) {
            host.release(localport);
        }
    }

    @Override
    protected void shutdownInput() throws IOException {
        connected().shutdownInput();
    }

    @Override
    protected void shutdownOutput() throws IOException {
        connected().shutdownOutput();
    }

    @Override
    protected void sendUrgentData(int data) throws IOException {
        throw new SocketException("urgent data is not simulated");
    }

    @Override
    protected FileDescriptor getFileDescriptor() {
        throw new UnsupportedOperationException("a simulated socket has no file descriptor");
    }

    @Override
    public void setOption(int id, Object value) throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
        options.put(id, value);
        if (id == SocketOptions.SO_TIMEOUT) {
            soTimeoutMillis = (Integer) value;
        }
    }

    @Override
    public Object getOption(int id) throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
        Object set = options.get(id);
        return switch (id) {
            case SocketOptions.SO_BINDADDR -> localAddress;
            case SocketOptions.SO_TIMEOUT, SocketOptions.IP_TOS -> set == null ? 0 : set;
            case SocketOptions.SO_LINGER -> set == null || Boolean.FALSE.equals(set) ? -1 : set;
            case SocketOptions.SO_SNDBUF, SocketOptions.SO_RCVBUF -> set == null ? DEFAULT_BUFFER_BYTES : set;
            default -> set == null ? false : set;
        };
    }

    @Override
    protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
        namedOptions.put(option, value);
        if (option.equals(StandardSocketOptions.SO_LINGER)) {
            options.put(SocketOptions.SO_LINGER, value);
        }
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // an option that was never set has no value, as on the platform
    protected <T> T getOption(SocketOption<T> option) throws IOException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
        return (T) namedOptions.get(option);
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return Set.of(
                StandardSocketOptions.SO_KEEPALIVE,
                StandardSocketOptions.SO_LINGER,
                StandardSocketOptions.SO_RCVBUF,
                StandardSocketOptions.SO_REUSEADDR,
                StandardSocketOptions.SO_SNDBUF,
                StandardSocketOptions.TCP_NODELAY);
    }
}
