package dev.gridlock.simulator.network;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a TCP connection: what has arrived and is not read, and how much of what was sent the other end has not read.
 *
 * <p>Follows Linux as far as a program can tell: a close with unread data resets; data for a closed end is answered by a reset; what came
 * before a reset can be read; a writer waits when {@value #WINDOW_BYTES} bytes are under way or unread. Not thread-safe.
 */
final class Endpoint {
    private static final int WINDOW_BYTES = 256 * 1024;
    private static final int SEGMENT_BYTES = 64 * 1024;
    /** Linux gives up a connection whose packets get no answer after about this long (tcp_retries2 = 15). */
    private static final long GIVE_UP_NANOS = 924_600_000_000L;

    private static final long FIRST_SYN_RETRY_NANOS = 1_000_000_000L;
    /** Six retries after the first try: 1 + 2 + 4 + 8 + 16 + 32 + 64 seconds (tcp_syn_retries = 6). */
    private static final int SYN_TRIES = 7;

    private static final long SYN_GIVE_UP_NANOS = FIRST_SYN_RETRY_NANOS * ((1 << SYN_TRIES) - 1);

    private enum State {
        CONNECTING,
        OPEN,
        REFUSED,
        TIMED_OUT,
        RESET,
        CLOSED
    }

    private final Host host;
    private final Host peerHost;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final Link out;
    private final Link.Flow flow = new Link.Flow();
    private final WaitQueue readers;
    private final WaitQueue writers;
    private final ArrayDeque<byte[]> arrived = new ArrayDeque<>();
    private @Nullable Endpoint peer;
    private State state = State.CONNECTING;
    private int headOffset;
    private int unread;
    private int unacknowledged;
    private boolean endOfStream;
    private boolean outputShut;
    private boolean inputShut;
    private boolean ownsPort;
    private boolean givingUp;
    /** Whether a read or a write has told of the reset; the kernel tells only once. */
    private boolean resetTold;
    /** Whether a read has; the JDK goes on telling reads then. */
    private boolean resetRead;

    private long acknowledgements;

    private Endpoint(Host host, Host peerHost, InetSocketAddress local, InetSocketAddress remote) {
        this.host = host;
        this.peerHost = peerHost;
        this.local = local;
        this.remote = remote;
        this.out = host.linkTo(peerHost);
        this.readers = new WaitQueue();
        this.writers = new WaitQueue();
    }

    InetSocketAddress local() {
        return local;
    }

    InetSocketAddress remote() {
        return remote;
    }

    // ---- opening

    /** Begins to connect as a client; {@code peerHost} null means that nobody answers at that address. */
    static Endpoint connecting(Host host, @Nullable Host peerHost, InetSocketAddress local, InetSocketAddress remote) {
        Endpoint client = new Endpoint(host, peerHost == null ? host : peerHost, local, remote);
        client.ownsPort = true;
        host.opened(client);
        if (peerHost != null) {
            client.sendSyn(0);
        }
        return client;
    }

    /**
     * Waits until the connection is open.
     *
     * @param deadlineNanos on the clock of {@link WaitQueue#clock}, {@link Long#MAX_VALUE} for none
     */
    void awaitOpen(long deadlineNanos) throws IOException {
        long giveUp = WaitQueue.clock() + SYN_GIVE_UP_NANOS;
        try {
            while (state == State.CONNECTING) {
                if (!writers.await(Math.min(deadlineNanos, giveUp)) && state == State.CONNECTING) {
                    if (deadlineNanos <= giveUp) {
                        throw new SocketTimeoutException("Connect timed out");
                    }
                    throw new ConnectException("Connection timed out");
                }
            }
        } catch (IOException e) {
            forget();
            throw e;
        }
        switch (state) {
            case OPEN, RESET -> {}
            case REFUSED -> {
                forget();
                throw new ConnectException("Connection refused");
            }
            default -> throw new SocketException("Socket closed");
        }
    }

    private void sendSyn(int tries) {
        if (state != State.CONNECTING) {
            return;
        }
        if (!out.isCut()) {
            out.send(flow, 0, this::synArrives);
        }
        if (tries + 1 < SYN_TRIES) {
            host.time().after(FIRST_SYN_RETRY_NANOS << tries, () -> sendSyn(tries + 1));
        }
    }

    /** Runs when the first packet reaches the other host. */
    private void synArrives() {
        if (state != State.CONNECTING || peer != null) {
            return;
        }
        Link back = peerHost.linkTo(host);
        Listener listener = peerHost.listener(remote);
        if (listener == null) {
            back.send(new Link.Flow(), 0, () -> {
                if (state == State.CONNECTING) {
                    become(State.REFUSED);
                }
            });
            return;
        }
        Endpoint server =
                new Endpoint(peerHost, host, new InetSocketAddress(remote.getAddress(), remote.getPort()), local);
        server.state = State.OPEN;
        server.peer = this;
        if (!listener.offer(server)) {
            return;
        }
        peer = server;
        peerHost.opened(server);
        server.out.send(server.flow, 0, () -> {
            if (state == State.CONNECTING) {
                become(State.OPEN);
            } else {
                server.receiveReset();
            }
        });
    }

    private void become(State next) {
        state = next;
        readers.wakeAll();
        writers.wakeAll();
    }

    // ---- reading

    /**
     * Reads at most {@code length} bytes, at least one if it is not 0; -1 at the end of the stream.
     *
     * @param deadlineNanos on the clock of {@link WaitQueue#clock}, {@link Long#MAX_VALUE} for none
     */
    int read(byte[] bytes, int offset, int length, long deadlineNanos) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (true) {
            if (state == State.CLOSED) {
                throw new SocketException("Socket closed");
            }
            if (resetRead) {
                throw new SocketException("Connection reset");
            }
            if (inputShut) {
                return -1;
            }
            if (unread > 0) {
                return take(bytes, offset, length);
            }
            if (endOfStream) {
                return -1;
            }
            if (state == State.RESET) {
                if (resetTold) {
                    return -1;
                }
                resetTold = true;
                resetRead = true;
                continue;
            }
            if (state == State.TIMED_OUT) {
                throw new SocketException("Connection timed out");
            }
            if (!readers.await(deadlineNanos)) {
                throw new SocketTimeoutException("Read timed out");
            }
        }
    }

    private int take(byte[] bytes, int offset, int length) {
        int taken = 0;
        for (byte[] head; taken < length && (head = arrived.peek()) != null; ) {
            int n = Math.min(length - taken, head.length - headOffset);
            System.arraycopy(head, headOffset, bytes, offset + taken, n);
            taken += n;
            headOffset += n;
            if (headOffset == head.length) {
                arrived.remove();
                headOffset = 0;
            }
        }
        unread -= taken;
        acknowledge(taken);
        return taken;
    }

    /**
     * Tells the sender that it may send more. Only a sender that is short of window can notice how long that takes, so only then does the news
     * travel.
     */
    private void acknowledge(int bytes) {
        Endpoint sender = peer;
        if (sender == null) {
            return;
        }
        if (sender.unacknowledged <= WINDOW_BYTES / 2) {
            sender.acknowledged(bytes);
        } else {
            out.send(flow, 0, () -> sender.acknowledged(bytes));
        }
    }

    private void acknowledged(int bytes) {
        unacknowledged -= bytes;
        acknowledgements++;
        writers.wakeAll();
    }

    int available() {
        return inputShut ? 0 : unread;
    }

    // ---- writing

    void write(byte[] bytes, int offset, int length) throws IOException {
        int written = 0;
        while (written < length) {
            checkWritable();
            int n = Math.min(Math.min(WINDOW_BYTES - unacknowledged, length - written), SEGMENT_BYTES);
            if (n <= 0) {
                writers.await(Long.MAX_VALUE);
                continue;
            }
            byte[] segment = new byte[n];
            System.arraycopy(bytes, offset + written, segment, 0, n);
            written += n;
            unacknowledged += n;
            Endpoint receiver = receiver();
            out.send(flow, n, () -> receiver.receive(segment));
            if (out.isCut()) {
                giveUpLater();
            }
        }
    }

    private void checkWritable() throws SocketException {
        switch (state) {
            case CLOSED -> throw new SocketException("Socket closed");
            case RESET -> {
                boolean told = resetTold || endOfStream;
                resetTold = true;
                throw new SocketException(told ? "Broken pipe" : "Connection reset");
            }
            case TIMED_OUT -> throw new SocketException("Connection timed out");
            default -> {
                if (outputShut) {
                    throw new SocketException("Broken pipe");
                }
            }
        }
    }

    private Endpoint receiver() {
        Endpoint other = peer;
        if (other == null) {
            throw new AssertionError("an open connection has two ends");
        }
        return other;
    }

    /** The connection fails if nothing that is sent now gets through for a long time. */
    private void giveUpLater() {
        if (givingUp) {
            return;
        }
        givingUp = true;
        long seen = acknowledgements;
        host.time().after(GIVE_UP_NANOS, () -> {
            givingUp = false;
            if (state == State.OPEN && out.isCut() && acknowledgements == seen) {
                become(State.TIMED_OUT);
            }
        });
    }

    // ---- what the other end sends

    private void receive(byte[] segment) {
        if (state == State.CLOSED || (inputShut && outputShut)) {
            reset();
            return;
        }
        if (state == State.OPEN) {
            arrived.add(segment);
            unread += segment.length;
            readers.wakeAll();
        }
    }

    private void receiveEnd() {
        endOfStream = true;
        readers.wakeAll();
    }

    private void receiveReset() {
        if (state == State.OPEN || state == State.CONNECTING) {
            become(State.RESET);
        }
    }

    // ---- closing

    void shutdownOutput() {
        if (state == State.OPEN && !outputShut) {
            outputShut = true;
            Endpoint receiver = receiver();
            out.send(flow, 0, receiver::receiveEnd);
        }
    }

    void shutdownInput() {
        inputShut = true;
        readers.wakeAll();
    }

    /** Closes as the JDK does: unless {@code abruptly} it ends its stream first, and the kernel resets then if data is unread. */
    void close(boolean abruptly) {
        if (state == State.CLOSED) {
            return;
        }
        if (state == State.OPEN) {
            if (!abruptly) {
                shutdownOutput();
            }
            if (abruptly || unread > 0) {
                reset();
            }
        }
        forget();
    }

    /** Tells the other end that the connection is no more. */
    void reset() {
        Endpoint other = peer;
        if (other != null) {
            out.send(flow, 0, other::receiveReset);
        }
    }

    private void forget() {
        become(State.CLOSED);
        host.closed(this);
        if (ownsPort) {
            host.release(local);
        }
    }

    /** Closes as the kernel does for a process that is gone, and wakes nobody. */
    void abandon() {
        readers.clear();
        writers.clear();
        close(unread > 0);
    }
}
