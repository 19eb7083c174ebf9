package dev.gridlock.proxy.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Starts the node's virtual threads and lists those that live. A thread dump of the JVM does not show virtual threads
 * that wait, and those are the ones a stall is about. Thread-safe; listing takes no lock.
 */
public final class NodeThreads {

    private final AtomicLong started = new AtomicLong();
    private final Map<Long, Thread> living = new ConcurrentSkipListMap<>();

    /** Starts a virtual thread of that name which is listed until {@code body} returns or throws. */
    public Thread start(String name, Runnable body) {
        long number = started.incrementAndGet();
        Thread thread = Thread.ofVirtual().name(name).unstarted(() -> {
            try {
                body.run();
            } finally {
                living.remove(number);
            }
        });
        living.put(number, thread);
        thread.start();
        return thread;
    }

    /** Lists the calling thread, which somebody else started, for as long as it lives. */
    public void adopt(Thread thread) {
        living.put(started.incrementAndGet(), thread);
    }

    /** The threads that live, in the order in which they were started. */
    public List<Thread> living() {
        var threads = new ArrayList<>(living.values());
        threads.removeIf(thread -> !thread.isAlive());
        return threads;
    }

    /** Interrupts every listed thread but the calling one; a thread that blocks in socket I/O has its socket closed by that. */
    public void interruptOthers() {
        for (Thread thread : living()) {
            if (thread != Thread.currentThread()) {
                thread.interrupt();
            }
        }
    }
}
