package dev.gridlock.simulator.network;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code java.net.Socket} and {@code ServerSocket} stand on in a node.
 *
 * <p>Used by the threads of one node, one at a time.
 */
public final class SimulatedSocket extends SocketImpl {
    private static final long NO_DEADLINE = Long.MAX_VALUE;

    private final Host host;
    private final SocketSettings settings;
    private InetAddress localAddress;
    private @Nullable Endpoint endpoint;
    private @Nullable Listener listener;
    private boolean bound;
    private boolean closed;

    /** Called by the simulator. */
    public SimulatedSocket(Host host, boolean server) {
        this.host = host;
        this.settings = new SocketSettings(server);
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
        address = wanted;
        bound = true;
    }

    @Override
    protected void listen(int backlog) {
        Listener created =
                new Listener(host, new InetSocketAddress(localAddress, localport), backlog < 1 ? 50 : backlog);
        listener = created;
        host.listen(created);
    }

    @Override
    protected void accept(SocketImpl accepted) throws IOException {
        Listener from = listener;
        if (closed || from == null) {
            throw new SocketException("Socket closed");
        }
        ((SimulatedSocket) accepted).become(from.accept(deadline(settings.timeoutMillis())));
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
        if (target.getAddress().isAnyLocalAddress()) {
            target = new InetSocketAddress(host.address(), target.getPort());
        }
        if (!bound) {
            localport = host.ephemeral();
            bound = true;
        }
        if (localAddress.isAnyLocalAddress()) {
            localAddress = target.getAddress().isLoopbackAddress() ? target.getAddress() : host.address();
        }
        address = target.getAddress();
        port = target.getPort();
        Endpoint opening =
                Endpoint.connecting(host, host.find(address), new InetSocketAddress(localAddress, localport), target);
        endpoint = opening;
        try {
            opening.awaitOpen(deadline(timeoutMillis));
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (InterruptedIOException e) {
            throw new SocketException("Closed by interrupt");
        }
    }

    private Endpoint connected() throws SocketException {
        Endpoint e = endpoint;
        if (closed || e == null) {
            throw new SocketException(closed ? "Socket closed" : "Socket is not connected");
        }
        return e;
    }

    private static long deadline(int timeoutMillis) {
        return timeoutMillis == 0 ? NO_DEADLINE : WaitQueue.clock() + timeoutMillis * 1_000_000L;
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
                return connected().read(bytes, offset, length, deadline(settings.timeoutMillis()));
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
            endpoint.close(settings.lingersZero());
        } else if (bound) {
            host.release(new InetSocketAddress(localAddress, localport));
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

    private void requireOpen() throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
    }

    @Override
    public void setOption(int id, Object value) throws SocketException {
        requireOpen();
        settings.set(id, value);
    }

    @Override
    public Object getOption(int id) throws SocketException {
        requireOpen();
        return id == SocketOptions.SO_BINDADDR ? localAddress : settings.get(id);
    }

    @Override
    protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
        settings.set(option, value);
        requireOpen();
    }

    @Override
    protected <T> T getOption(SocketOption<T> option) throws IOException {
        T value = settings.get(option);
        requireOpen();
        return value;
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return settings.supported();
    }
}
