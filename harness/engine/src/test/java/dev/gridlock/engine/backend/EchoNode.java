package dev.gridlock.engine.backend;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * An ordinary program that answers HTTP with the number of its starts, which it keeps in a file, and that ends in the way
 * a path asks for.
 */
public final class EchoNode {

    private EchoNode() {}

    /** Arguments: address, port, directory. */
    public static void main(String[] args) throws IOException {
        var file = new File(args[2], "starts");
        try (var out = new FileOutputStream(file, true)) {
            out.write('.');
        }
        long starts = file.length();
        try (var server = new ServerSocket(Integer.parseInt(args[1]), 50, InetAddress.ofLiteral(args[0]))) {
            System.out.println("{\"event\":\"node.ready\",\"starts\":" + starts + "}");
            while (true) {
                var connection = server.accept();
                Thread.ofVirtual().start(() -> serve(connection, starts));
            }
        }
    }

    private static void serve(Socket connection, long starts) {
        try (connection;
                var in = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII))) {
            var path = in.readLine().split(" ", -1)[1];
            while (!in.readLine().isEmpty()) {
                // Header fields do not matter here.
            }
            switch (path) {
                case "/halt" -> Runtime.getRuntime().halt(134);
                case "/exit" -> System.exit(3);
                case "/die" -> throw new IllegalStateException("asked to die");
                case "/complain" -> System.err.println("as asked");
                default -> {}
            }
            var body = Long.toString(starts);
            connection
                    .getOutputStream()
                    .write(("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException gone) {
            System.err.println("a client went away: " + gone.getMessage());
        }
    }
}
