package dev.gridlock.engine.topology;

/**
 * A place that nodes stand in, named by the code of its airport.
 *
 * @param code three lower-case letters, such as {@code waw}
 * @param city the city that people know the place by
 * @param latitude degrees, north positive, from -90 to 90
 * @param longitude degrees, east positive, from -180 to 180
 */
public record Region(String code, String city, double latitude, double longitude) {

    /** Checks the form of the code and the range of the coordinates. */
    public Region {
        if (!code.matches("[a-z]{3}")) {
            throw new IllegalArgumentException("region code must be three lower-case letters, was '" + code + "'");
        }
        if (!(latitude >= -90 && latitude <= 90)) {
            throw new IllegalArgumentException("latitude must be from -90 to 90, was " + latitude);
        }
        if (!(longitude >= -180 && longitude <= 180)) {
            throw new IllegalArgumentException("longitude must be from -180 to 180, was " + longitude);
        }
    }
}
