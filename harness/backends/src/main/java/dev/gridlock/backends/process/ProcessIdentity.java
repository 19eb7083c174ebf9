package dev.gridlock.backends.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which process of this machine, beyond doubt: numbers are used again, a number and the instant of its start since the
 * machine's own start are not.
 *
 * @param pid the process's number
 * @param start when it was started, in clock ticks since the machine was (proc(5), field 22)
 * @param boot identifies the time since the machine was started
 */
public record ProcessIdentity(long pid, long start, String boot) {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Pattern TEXT = Pattern.compile("(\\d+)-(\\d+)-([0-9a-f]+)");
    private static final int START = 22 - 3;
    private static final int STATE = 0;

    /** A process that runs now; empty when there is none of that number. */
    public static Optional<ProcessIdentity> of(long pid) {
        return fields(pid).map(fields -> new ProcessIdentity(pid, Long.parseLong(fields[START]), currentBoot()));
    }

    /** A process that had that number and is gone. */
    static ProcessIdentity gone(long pid) {
        return new ProcessIdentity(pid, 0, "0");
    }

    /** What {@link #toString} made; empty when the text is of another form. */
    public static Optional<ProcessIdentity> parse(String text) {
        var match = TEXT.matcher(text);
        return match.matches()
                ? Optional.of(new ProcessIdentity(
                        Long.parseLong(match.group(1)), Long.parseLong(match.group(2)), match.group(3)))
                : Optional.empty();
    }

    /** The letter that the kernel has for its state, {@code T} when it is stopped; empty when the process is gone. */
    public Optional<Character> state() {
        return fields(pid)
                .filter(fields ->
                        Long.parseLong(fields[START]) == start && currentBoot().equals(boot))
                .map(fields -> fields[STATE].charAt(0));
    }

    /** Whether it runs or is stopped, and is not merely waiting to be buried. */
    public boolean isAlive() {
        return state().filter(letter -> letter != 'Z' && letter != 'X').isPresent();
    }

    /** The fields of {@code /proc/PID/stat} from the third on; the second, the name, may hold anything. */
    private static Optional<String[]> fields(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" "));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static String currentBoot() {
        try {
            return Files.readString(BOOT_ID).strip().replace("-", "");
        } catch (IOException unreadable) {
            throw new IllegalStateException("cannot read " + BOOT_ID, unreadable);
        }
    }

    @Override
    public String toString() {
        return pid + "-" + start + "-" + boot;
    }
}
