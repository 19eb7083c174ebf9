package dev.gridlock.toxiproxy.toxic;

/** What travels through the stages of one direction of a connection: data, and last the end. */
public sealed interface Item permits Chunk, End {}
