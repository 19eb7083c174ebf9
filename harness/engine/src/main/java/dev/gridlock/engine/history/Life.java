package dev.gridlock.engine.history;

/**
 * One life of a node, from a start to an exit. What is seen of a node belongs to one life, and so does an incident.
 *
 * @param node the node's name
 * @param number 1 for the first start in the run, 2 for the second and so on; 0 for what concerns no life in particular
 */
public record Life(String node, int number) {

    /** Stands for nodes whose data is the matter, not what they went through; several names are joined by a comma. */
    public static Life ofNone(String nodes) {
        return new Life(nodes, 0);
    }

    /** Whether this is a life, and not merely a name. */
    public boolean isOne() {
        return number > 0;
    }
}
