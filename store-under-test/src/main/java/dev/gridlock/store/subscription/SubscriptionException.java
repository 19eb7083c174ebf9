package dev.gridlock.store.subscription;

/** The first query of a subscription failed; the message is for the client. */
public final class SubscriptionException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean clientFault;

    SubscriptionException(String message, boolean clientFault) {
        super(message);
        this.clientFault = clientFault;
    }

    /** Whether the query is to blame, rather than the node. */
    public boolean isClientFault() {
        return clientFault;
    }
}
