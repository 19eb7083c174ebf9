package dev.gridlock.simulator;

import dev.gridlock.agent.Hooks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * {@code System.out} and {@code System.err} of this JVM, which send what a node's threads write to the node, and {@code System.in}, which is
 * at its end for a node.
 */
final class StandardStreams {
    private StandardStreams() {}

    static void install() {
        System.setOut(stream(System.out, NodeListener.Stream.OUT));
        System.setErr(stream(System.err, NodeListener.Stream.ERR));
        System.setIn(new Input(System.in));
    }

    private static PrintStream stream(PrintStream platform, NodeListener.Stream which) {
        return new PrintStream(new Dispatch(platform, which), true, StandardCharsets.UTF_8);
    }

    private static final class Dispatch extends OutputStream {
        private final PrintStream platform;
        private final NodeListener.Stream which;

        Dispatch(PrintStream platform, NodeListener.Stream which) {
            this.platform = platform;
            this.which = which;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (Hooks.nodeOf(Thread.currentThread()) instanceof SimulatedProcess process) {
                process.write(which, bytes, offset, length);
            } else {
                platform.write(bytes, offset, length);
            }
        }

        @Override
        public void flush() throws IOException {
            if (!Hooks.simulated()) {
                platform.flush();
            }
        }
    }

    private static final class Input extends InputStream {
        private final InputStream platform;

        Input(InputStream platform) {
            this.platform = platform;
        }

        @Override
        public int read() throws IOException {
            return Hooks.simulated() ? -1 : platform.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return Hooks.simulated() ? -1 : platform.read(bytes, offset, length);
        }

        @Override
        public int available() throws IOException {
            return Hooks.simulated() ? 0 : platform.available();
        }
    }
}
