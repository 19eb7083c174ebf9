package dev.gridlock.proxy.lock;

/**
 * A rule that a lock breaks.
 *
 * @param rule the rule
 * @param text one sentence: what was found and what was expected
 */
public record LockViolation(LockRule rule, String text) {

    @Override
    public String toString() {
        return rule + ": " + text;
    }
}
