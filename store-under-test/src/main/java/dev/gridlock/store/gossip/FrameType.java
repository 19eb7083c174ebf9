package dev.gridlock.store.gossip;

import java.util.Optional;

/** The first byte of a frame. */
enum FrameType {
    HELLO(1),
    WELCOME(2),
    REFUSAL(3),
    BROADCAST(4),
    STATE(5),
    REQUEST(6),
    ANSWER(7),
    DONE(8),
    MEMBERSHIP(9);

    /** In the first frame of a connection: this protocol ("GRD"), in this version. */
    static final int PROTOCOL = 0x47524402;

    private final int code;

    FrameType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Optional<FrameType> of(int code) {
        return code >= 1 && code <= values().length ? Optional.of(values()[code - 1]) : Optional.empty();
    }
}
