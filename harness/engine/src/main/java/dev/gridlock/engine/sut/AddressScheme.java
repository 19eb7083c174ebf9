package dev.gridlock.engine.sut;

/** Gives each node an IPv4 address of its own. A pure function, safe for any thread. */
@FunctionalInterface
public interface AddressScheme {

    /** Addresses of a private network: {@code 10.REGION.ROLE.NUMBER}. */
    AddressScheme PRIVATE = (region, role, number) -> "10." + region + "." + role + "." + number;

    /**
     * The address of a node.
     *
     * @param region number of its region, 1 to 250
     * @param role number of its role in the system, 1 to 3
     * @param number its number in its role and region, 1 to 63
     */
    String ip(int region, int role, int number);
}
