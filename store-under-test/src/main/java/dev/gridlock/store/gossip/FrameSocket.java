package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/**
 * Frames over one TCP connection, each after its length in four bytes, big-endian. One thread may read while another writes;
 * any may close.
 */
final class FrameSocket implements AutoCloseable {
    /** More than any frame that a node sends; a larger length is a peer gone mad. */
    static final int MOST_BYTES = 100 << 20;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    FrameSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 14));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 14));
    }

    /** Connects; waits at most the timeout for the connection and for each frame after it. */
    static FrameSocket connect(Endpoint peer, Duration timeout) throws IOException {
        Socket socket = new Socket();
        try {
            int millis = Math.toIntExact(Math.max(1, timeout.toMillis()));
            socket.connect(peer.socketAddress(), millis);
            socket.setSoTimeout(millis);
            return new FrameSocket(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Waits without limit for frames from now on, or at most the given time for each. */
    void setReadTimeout(Duration timeout) throws IOException {
        socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
    }

    void write(Frame frame) throws IOException {
        byte[] bytes = FrameWriter.toBytes(frame);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }

    /**
     * Reads the next frame.
     *
     * @throws java.io.EOFException when the peer has closed the connection
     * @throws ProtocolException when it sent what is no frame
     */
    Frame read() throws IOException {
        int length = in.readInt();
        if (length < 1 || length > MOST_BYTES) {
            throw new ProtocolException("found a frame of " + length + " bytes, expected 1 to " + MOST_BYTES);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return FrameReader.fromBytes(bytes);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
