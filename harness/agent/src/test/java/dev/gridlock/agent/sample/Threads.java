package dev.gridlock.agent.sample;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Makes threads. */
public final class Threads {
    private Threads() {}

    public static int one() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        Thread thread = new Thread(ran::incrementAndGet, "one");
        thread.start();
        thread.join();
        return ran.get();
    }

    @SuppressWarnings({"DoNotCall", "UnnecessaryMethodReference"}) // a thread used as a Runnable is what is tested
    public static int nested(boolean named) throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        Thread inner = new Thread(ran::incrementAndGet);
        Thread thread =
                new Thread(new Thread(inner::run, named ? new Thread("name giver").getName() : "plain")::run, "outer");
        thread.start();
        thread.join();
        return ran.get();
    }

    public static int references() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        ThreadFactory factory = Thread::new;
        BiFunction<Runnable, String, Thread> named = Thread::new;
        Supplier<Thread> empty = Thread::new;
        for (Thread thread : new Thread[] {
            factory.newThread(ran::incrementAndGet), named.apply(ran::incrementAndGet, "named"), empty.get()
        }) {
            thread.start();
            thread.join();
        }
        return ran.get();
    }

    public static String subclasses() {
        Thread anonymous = new Thread("anonymous") {
            @Override
            public void run() {
                throw new AssertionError("never started");
            }
        };
        return anonymous.getName() + " " + new Named(new Thread("made in an argument").getName()).getName();
    }

    /** Calls a constructor of its superclass, with a thread made on the way. */
    private static final class Named extends Thread {
        Named(String name) {
            super(new Thread("made before super").getName().isEmpty() ? "" : name);
        }
    }
}
