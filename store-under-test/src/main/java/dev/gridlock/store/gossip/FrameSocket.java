package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Frames over one TCP connection, each after its length in four bytes, big-endian. One thread may read while another writes;
 * any may close.
 */
final class FrameSocket implements AutoCloseable {
    /** More than any frame that a node sends; a larger length is a peer gone mad. */
    static final int MOST_BYTES = 100 << 20;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    FrameSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
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
        out.write(ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array());
        out.flush();
    }

    /**
     * Reads the next frame.
     *
     * @throws EOFException when the peer has closed the connection
     * @throws ProtocolException when it sent what is no frame
     */
    Frame read() throws IOException {
        int length = ByteBuffer.wrap(exactly(Integer.BYTES)).getInt();
        if (length < 1 || length > MOST_BYTES) {
            throw new ProtocolException("found a frame of " + length + " bytes, expected 1 to " + MOST_BYTES);
        }
        return FrameReader.fromBytes(exactly(length));
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("found the end after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
