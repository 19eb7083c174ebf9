package dev.gridlock.proxy.config;

/** What a proxy knows, and so where it sends requests. */
public enum Tier {
    /** Machines of all regions. */
    SINGLE,
    /** In which regions each application is; sends requests to the proxies of those. */
    EDGE,
    /** Machines of its own region, unless it is told of others. */
    REGIONAL
}
