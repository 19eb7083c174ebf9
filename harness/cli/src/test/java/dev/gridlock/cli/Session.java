package dev.gridlock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Optional;

/** One execution of the command: its exit code and all that it printed. */
record Session(int exitCode, String out, String err) {

    static Session of(String... args) throws IOException {
        return of(new ToyEngine(), Optional.empty(), false, args);
    }

    static Session of(Engine engine, Optional<Path> library, boolean debug, String... args) throws IOException {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = new Gridlock(engine, library, new PrintWriter(out), new PrintWriter(err), debug).execute(args);
        return new Session(exitCode, out.toString(), err.toString());
    }
}
