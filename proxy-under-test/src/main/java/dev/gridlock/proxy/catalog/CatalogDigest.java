package dev.gridlock.proxy.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A fingerprint of what a catalog holds, for telling whether two hold the same.
 *
 * <p>It is the SHA-256 of one line for each row, in UTF-8, fields separated by the control character 0x1f and lines ended
 * by a line feed: for each application in the order of the keys first {@code app, id, name, update_id}, if its own row is
 * known, then for each of its machines in the order of the keys {@code machine, id, app, region, address, state, update_id}.
 *
 * @param applications ids of the applications that went in, in order
 * @param machines how many machines went in
 * @param hex the fingerprint, 64 lower-case hexadecimal digits
 */
public record CatalogDigest(List<String> applications, int machines, String hex) {

    private static final char SEPARATOR = 0x1f;

    /** Keeps a copy. */
    public CatalogDigest {
        applications = List.copyOf(applications);
    }

    /**
     * Of the loaded applications, or of those among {@code only}. Takes the read lock to copy the rows; hashes outside.
     *
     * @param only ids to keep to; empty for all
     */
    public static CatalogDigest of(Catalog catalog, List<String> only) {
        List<ApplicationRows> rows = catalog.read("digest", "", view -> copy(view, only));
        MessageDigest sha = sha256();
        int machines = 0;
        for (ApplicationRows app : rows) {
            app.application().ifPresent(row -> add(sha, "app", row.id(), row.name(), row.updateId()));
            for (Machine row : app.machines()) {
                add(sha, "machine", row.id(), row.app(), row.region(), row.address(), row.state(), row.updateId());
                machines++;
            }
        }
        List<String> ids = rows.stream().map(ApplicationRows::id).toList();
        return new CatalogDigest(ids, machines, HexFormat.of().formatHex(sha.digest()));
    }

    private static List<ApplicationRows> copy(CatalogView view, List<String> only) {
        var rows = new ArrayList<ApplicationRows>();
        for (ApplicationEntry entry : view.applications()) {
            if (only.isEmpty() || only.contains(entry.id())) {
                rows.add(new ApplicationRows(
                        entry.id(),
                        entry.row(),
                        entry.machines().stream().map(MachineEntry::row).toList()));
            }
        }
        return rows;
    }

    private static void add(MessageDigest sha, String... fields) {
        String line = String.join(String.valueOf(SEPARATOR), fields) + '\n';
        sha.update(line.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("Every Java platform has SHA-256.", e);
        }
    }
}
