package dev.gridlock.cli;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the command, from the properties that Maven puts in the jar, and that of the JVM. */
final class VersionText implements IVersionProvider {

    private static final String PROPERTIES = "/META-INF/maven/dev.gridlock/gridlock-cli/pom.properties";

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"gridlock " + version() + " (Java " + Runtime.version() + ")"};
    }

    private static String version() throws IOException {
        try (var in = VersionText.class.getResourceAsStream(PROPERTIES)) {
            if (in == null) {
                return "not packaged";
            }
            var properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "without a version");
        }
    }
}
