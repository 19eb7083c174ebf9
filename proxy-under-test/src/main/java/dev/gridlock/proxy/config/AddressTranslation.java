package dev.gridlock.proxy.config;

import java.util.Map;

/**
 * {@code [address_translation]}: what to connect to in place of the addresses in the configuration and in the catalog. For
 * networks in which a host is reached by another address than its own: port forwarding, a proxy on the way. Immutable.
 *
 * @param dialled {@code host:port} by told {@code host:port}
 */
public record AddressTranslation(Map<String, String> dialled) {

    /** Hosts are where they are said to be. */
    public static final AddressTranslation NONE = new AddressTranslation(Map.of());

    public AddressTranslation {
        dialled = Map.copyOf(dialled);
    }

    /** What to connect to so as to reach a host. */
    public String of(String told) {
        return dialled.getOrDefault(told, told);
    }
}
