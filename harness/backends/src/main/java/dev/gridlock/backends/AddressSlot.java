package dev.gridlock.backends;

import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.EnvironmentException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A part of a network of this machine that one run has for itself: {@code NETWORK.SLOT.REGION.ROLE*64+NUMBER}. Slots are
 * told apart by locks on files, which a killed process gives back, so that parallel runs of one or many JVMs never meet.
 */
public final class AddressSlot implements AutoCloseable {

    /** All of 127.0.0.0/8 is this machine. */
    public static final int LOOPBACK = 127;

    private static final int SLOTS = 250;
    private static final int NUMBERS = 64;
    private static final int HARNESS = 0;

    private final int network;
    private final int slot;
    private final FileChannel channel;

    private AddressSlot(int network, int slot, FileChannel channel) {
        this.network = network;
        this.slot = slot;
        this.channel = channel;
    }

    /**
     * Takes a free slot.
     *
     * @param directory where the lock files are; made when it is not there
     * @param network first number of the addresses: {@link #LOOPBACK} or that of a private network
     * @throws EnvironmentException when no slot is free, the directory cannot be written, or this is not Linux, where alone
     *     such addresses answer without further ado
     */
    public static AddressSlot take(Path directory, int network) {
        var system = System.getProperty("os.name");
        if (!system.toLowerCase(Locale.ROOT).equals("linux")) {
            throw new EnvironmentException(
                    "the backend processes needs Linux, where every address of 127.0.0.0/8 answers, and this is "
                            + system);
        }
        try {
            Files.createDirectories(directory);
            for (int slot = 1; slot <= SLOTS; slot++) {
                var channel = FileChannel.open(
                        directory.resolve(network + "-" + slot), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                if (lock(channel) != null) {
                    return new AddressSlot(network, slot, channel);
                }
                channel.close();
            }
        } catch (IOException failed) {
            throw new EnvironmentException("cannot reserve addresses in " + directory + ": " + failed, failed);
        }
        throw new EnvironmentException("all " + SLOTS + " ranges of addresses are taken by runs that are under way");
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException takenInThisJvm) {
            return null;
        }
    }

    /** Where the nodes of the run are. */
    public AddressScheme addresses() {
        return (region, role, number) -> {
            if (region < 1 || region > SLOTS || role < 1 || role > 3 || number < 1 || number >= NUMBERS) {
                throw new IllegalArgumentException("there is no address for number " + number + " of role " + role
                        + " in region " + region + ": there are 250 regions of 3 roles of 63 nodes");
            }
            return ip(region, role, number);
        };
    }

    /**
     * An address of the harness, which no node has.
     *
     * @param region number of the region where it stands for somebody, or 0
     * @param number 1 to 63
     */
    public String harness(int region, int number) {
        return ip(region, HARNESS, number);
    }

    @Override
    public String toString() {
        return network + "." + slot + ".0.0/16";
    }

    private String ip(int region, int role, int number) {
        return network + "." + slot + "." + region + "." + (role * NUMBERS + number);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            throw new EnvironmentException("cannot give back addresses: " + failed, failed);
        }
    }
}
