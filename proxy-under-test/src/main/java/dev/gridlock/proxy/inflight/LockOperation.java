package dev.gridlock.proxy.inflight;

import java.util.OptionalLong;

/**
 * One operation on the lock, from the wish to enter until it has left. Written by the thread that carries it out, read
 * by any. Times are {@link System#nanoTime()}.
 */
public final class LockOperation {

    /** How far an operation has come. It only moves forward. */
    public enum Phase {
        /** Wants the lock. */
        WAITING,
        /** Is inside, or on its way out. */
        HOLDING,
        /** Has left. */
        DONE,
        /** Has given up waiting, or its lock threw. */
        ABANDONED
    }

    private final long number;
    private final String label;
    private final String app;
    private final String update;
    private final LockMode mode;
    private final ThreadTrack track;
    private final long worksEndedBefore;
    private final long startedNanos;
    private long acquiredNanos;
    private long completedBefore;
    private long endedNanos;
    private volatile Phase phase = Phase.WAITING;
    private OptionalLong slot = OptionalLong.empty();

    LockOperation(long number, String label, String app, String update, LockMode mode, ThreadTrack track) {
        this.number = number;
        this.label = label;
        this.app = app;
        this.update = update;
        this.mode = mode;
        this.track = track;
        worksEndedBefore = track.worksEnded();
        startedNanos = System.nanoTime();
    }

    /** Counts the operations of one ledger, from 1. */
    public long number() {
        return number;
    }

    /** What the operation is for, as its call site names it. */
    public String label() {
        return label;
    }

    /** The application concerned; empty if none or all. */
    public String app() {
        return app;
    }

    /** The id of the update that the operation carries out; empty if none or unknown. */
    public String update() {
        return update;
    }

    /** Shared or exclusive. */
    public LockMode mode() {
        return mode;
    }

    /** The thread that carries it out. */
    public Thread thread() {
        return track.thread();
    }

    /** How far it has come. */
    public Phase phase() {
        return phase;
    }

    /**
     * Whether it is inside although nobody is left who could let it out: its thread has ended, or has finished the piece of
     * work that it began this operation for.
     */
    public boolean isAbandonedInside() {
        return phase == Phase.HOLDING && (!thread().isAlive() || track.worksEnded() != worksEndedBefore);
    }

    /** Whether it is inside, and its thread has completed other operations since it went in. */
    public boolean isPassedByItsThread() {
        return phase == Phase.HOLDING && track.completed() != completedBefore;
    }

    /** How long it has waited at {@code nowNanos}, or had waited when it entered or gave up. */
    public long waitedNanos(long nowNanos) {
        return switch (phase) {
            case WAITING -> nowNanos - startedNanos;
            case HOLDING, DONE -> acquiredNanos - startedNanos;
            case ABANDONED -> endedNanos - startedNanos;
        };
    }

    /** How long it has held the lock at {@code nowNanos}, or had held it when it left; 0 if it was never inside. */
    public long heldNanos(long nowNanos) {
        return switch (phase) {
            case WAITING, ABANDONED -> 0;
            case HOLDING -> nowNanos - acquiredNanos;
            case DONE -> endedNanos - acquiredNanos;
        };
    }

    /** How long ago, at {@code nowNanos}, it ended; 0 if it has not. */
    public long endedAgoNanos(long nowNanos) {
        return switch (phase) {
            case WAITING, HOLDING -> 0;
            case DONE, ABANDONED -> nowNanos - endedNanos;
        };
    }

    ThreadTrack track() {
        return track;
    }

    long startedNanos() {
        return startedNanos;
    }

    OptionalLong slot() {
        return slot;
    }

    void placedIn(OptionalLong claimed) {
        slot = claimed;
    }

    // The volatile write of the phase publishes the plain write of the time before it.
    void acquiredAt(long nowNanos) {
        acquiredNanos = nowNanos;
        completedBefore = track.completed();
        phase = Phase.HOLDING;
    }

    void endedAt(long nowNanos, Phase how) {
        endedNanos = nowNanos;
        phase = how;
    }
}
