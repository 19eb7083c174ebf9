package dev.gridlock.store.http;

/** The target of a request line, {@code /path?query}. */
public final class RequestTarget {
    private RequestTarget() {}

    /** The path without the query string. */
    public static String path(String target) {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }
}
