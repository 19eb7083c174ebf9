package dev.gridlock.proxy.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;

/** Passes a body on as it comes, without keeping more than a buffer of it. */
final class BodyPump {

    private static final int BUFFER = 8192;

    /** The body could not be read from where it comes from; not to be confused with failing to write it. */
    static final class SourceFailedException extends IOException {

        private static final long serialVersionUID = 1L;

        SourceFailedException(IOException cause) {
            super("The body ended before its time: " + cause.getMessage(), cause);
        }
    }

    /** The body is longer than it may be. */
    static final class TooLongException extends IOException {

        private static final long serialVersionUID = 1L;

        TooLongException() {
            super("The body is too long.");
        }
    }

    private BodyPump() {}

    /**
     * An entity that reads from {@code source} when it is written.
     *
     * @param abortDestination cuts the connection that is written to. Called when the source fails: without it the chunked
     *     coding would be finished in good order, and half a body would look like a whole one.
     */
    static HttpEntity passing(HttpEntity source, Runnable abortDestination) {
        return passing(source, abortDestination, Long.MAX_VALUE);
    }

    /**
     * The same for a body that may be no longer than {@code most} bytes: what is written fails with a {@link TooLongException}
     * before the first byte too many, and the destination is cut.
     */
    static HttpEntity passing(HttpEntity source, Runnable abortDestination, long most) {
        return new EntityTemplate(
                source.getContentLength(),
                ContentType.APPLICATION_OCTET_STREAM,
                null,
                out -> pump(source.getContent(), out, abortDestination, most));
    }

    private static void pump(InputStream in, OutputStream out, Runnable abortDestination, long most)
            throws IOException {
        byte[] buffer = new byte[BUFFER];
        long left = most;
        int read = read(in, buffer, abortDestination);
        while (read >= 0) {
            left -= read;
            if (left < 0) {
                abortDestination.run();
                throw new TooLongException();
            }
            out.write(buffer, 0, read);
            if (in.available() == 0) {
                // The next read may wait: what there is must not wait with it.
                out.flush();
            }
            read = read(in, buffer, abortDestination);
        }
    }

    private static int read(InputStream in, byte[] buffer, Runnable abortDestination) throws IOException {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            abortDestination.run();
            throw new SourceFailedException(e);
        }
    }
}
