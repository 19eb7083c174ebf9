package dev.gridlock.backends.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import dev.gridlock.backends.NodeListener;
import dev.gridlock.backends.RunningNode;
import java.util.concurrent.TimeUnit;

/** One life of a container: from a start to the end of its program. Thread-safe. */
final class ContainerNode implements RunningNode {

    private static final int ATTACH_SECONDS = 10;

    private final ContainerEngine engine;
    private final String id;
    private final Thread waiter;

    private ContainerNode(ContainerEngine engine, String id, Thread waiter) {
        this.engine = engine;
        this.id = id;
        this.waiter = waiter;
    }

    /** Starts a container that does not run; its output is followed from the first byte. */
    static ContainerNode start(ContainerEngine engine, String id, String name, NodeListener listener)
            throws InterruptedException {
        var out = new LineSplitter(listener.out());
        var err = new LineSplitter(listener.err());
        var output = new ResultCallback.Adapter<Frame>() {
            @Override
            public void onNext(Frame frame) {
                (frame.getStreamType() == StreamType.STDERR ? err : out).take(frame.getPayload());
            }
        };
        engine.client()
                .attachContainerCmd(id)
                .withStdOut(true)
                .withStdErr(true)
                .withFollowStream(true)
                .exec(output)
                .awaitStarted(ATTACH_SECONDS, TimeUnit.SECONDS);
        engine.client().startContainerCmd(id).exec();
        var ended = engine.client().waitContainerCmd(id).exec(new WaitContainerResultCallback());
        var waiter = Thread.ofPlatform().daemon().name(name + "-exit").start(() -> {
            try {
                int code = ended.awaitStatusCode();
                output.awaitCompletion(ATTACH_SECONDS, TimeUnit.SECONDS);
                out.close();
                err.close();
                tellIfKilledForMemory(engine, id, listener);
                listener.exit().accept(code);
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException lost) {
                listener.err()
                        .accept("the Docker engine tells nothing of this container any more: " + lost.getMessage());
            }
        });
        return new ContainerNode(engine, id, waiter);
    }

    private static void tellIfKilledForMemory(ContainerEngine engine, String id, NodeListener listener) {
        try {
            var state = engine.client().inspectContainerCmd(id).exec().getState();
            if (Boolean.TRUE.equals(state.getOOMKilled())) {
                listener.err().accept("the kernel has killed the container for want of memory");
            }
        } catch (NotFoundException removed) {
            // Nobody needs to know any more.
        }
    }

    @Override
    public boolean isAlive() {
        try {
            return Boolean.TRUE.equals(
                    engine.client().inspectContainerCmd(id).exec().getState().getRunning());
        } catch (NotFoundException removed) {
            return false;
        }
    }

    @Override
    public boolean isStopped() {
        try {
            return Boolean.TRUE.equals(
                    engine.client().inspectContainerCmd(id).exec().getState().getPaused());
        } catch (NotFoundException removed) {
            return false;
        }
    }

    @Override
    public double slowdown() {
        return 1;
    }

    @Override
    public void hinder(boolean pause, double slower) {
        if (slower != 1) {
            throw new IllegalArgumentException("a container cannot be made slower here");
        }
        if (pause != isStopped() && isAlive()) {
            if (pause) {
                engine.client().pauseContainerCmd(id).exec();
            } else {
                engine.client().unpauseContainerCmd(id).exec();
            }
        }
    }

    @Override
    public void kill() throws InterruptedException {
        try {
            engine.client().killContainerCmd(id).exec();
        } catch (ConflictException | NotFoundException ended) {
            // It was faster.
        } catch (DockerException failed) {
            if (isAlive()) {
                throw failed;
            }
        }
        waiter.join();
    }
}
