package dev.gridlock.proxy.http;

/** How an attempt to have a host answer a request has ended. */
sealed interface Carried {

    /** The client has its answer. */
    record Answered() implements Carried {}

    /** The client has been told nothing yet, and this is what it must be told. The request may have been taken. */
    record Failed(ProxyFailure failure) implements Carried {}

    /** The host accepts no connection. The client has been told nothing, and the request may be sent to another host. */
    record Refused(ProxyFailure failure) implements Carried {}
}
