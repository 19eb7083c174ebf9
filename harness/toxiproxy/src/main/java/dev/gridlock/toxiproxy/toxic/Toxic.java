package dev.gridlock.toxiproxy.toxic;

/**
 * A toxic of a proxy.
 *
 * @param name unique in its proxy
 * @param type what it does
 * @param direction which way of the connections it works on
 * @param stream the direction as the client wrote it, which the API repeats
 * @param toxicity the share of connections that it works on: 0 or less is none, 1 or more is all
 * @param attributes how it does it; of the type's record
 */
public record Toxic(
        String name, ToxicType type, Direction direction, String stream, float toxicity, Attributes attributes) {
    /** The same toxic told otherwise. */
    public Toxic with(float newToxicity, Attributes newAttributes) {
        return new Toxic(name, type, direction, stream, newToxicity, newAttributes);
    }
}
