package dev.gridlock.engine.run;

/** Decides what happens on a stage and when. */
@FunctionalInterface
public interface Director {

    /**
     * Directs a run to its end with blocking calls, on a thread that the backend provides.
     *
     * @throws InterruptedException when the backend breaks the run off
     */
    void direct(Stage stage) throws InterruptedException;
}
