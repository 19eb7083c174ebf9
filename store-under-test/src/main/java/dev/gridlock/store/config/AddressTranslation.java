package dev.gridlock.store.config;

import java.util.Map;

/**
 * {@code [address_translation]}: what to connect to in place of the addresses that peers tell. For networks in which a
 * node is reached by another address than its own: port forwarding, a proxy on the way. Immutable.
 *
 * @param dialled by told address
 */
public record AddressTranslation(Map<Endpoint, Endpoint> dialled) {

    /** Peers are where they say. */
    public static final AddressTranslation NONE = new AddressTranslation(Map.of());

    public AddressTranslation {
        dialled = Map.copyOf(dialled);
    }

    /** What to connect to so as to reach a peer. */
    public Endpoint of(Endpoint told) {
        return dialled.getOrDefault(told, told);
    }
}
