package dev.gridlock.toxiproxy.json;

/**
 * A number as it was written, for what it may be depends on the field.
 *
 * @param text a JSON number
 */
record NumberText(String text) {
    @Override
    public String toString() {
        return text;
    }
}
