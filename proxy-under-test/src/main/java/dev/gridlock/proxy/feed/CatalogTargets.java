package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.CatalogEdit;
import dev.gridlock.proxy.catalog.LatestUpdates;
import dev.gridlock.proxy.catalog.LoadedIndex;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.RecentChanges;
import dev.gridlock.proxy.catalog.RegionalSubset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * What a change of the store may concern on this side.
 *
 * @param loading which applications the catalog keeps
 * @param subset which machines of those
 * @param index what is in the catalog
 * @param changes where each change is noted for the loads that are under way
 * @param updates where causes are remembered
 * @param writer writes what a snapshot says into the catalog
 * @param changeWriter writes single changes into it
 */
public record CatalogTargets(
        Loading loading,
        RegionalSubset subset,
        LoadedIndex index,
        RecentChanges changes,
        LatestUpdates updates,
        CatalogWriter writer,
        ChangeWriter changeWriter) {

    /** Whether rows of {@code app} belong into the catalog. To be asked after the change has been noted. */
    boolean keeps(String app) {
        return loading == Loading.EAGER || index.isLoaded(app);
    }

    /**
     * Makes one change of the store in the catalog, or forgets the applications that it concerns.
     *
     * @param app the application it is reported for
     * @param before the application that had the row until now, if another
     */
    void apply(String app, Optional<String> before, String update, Consumer<? super CatalogEdit> change)
            throws InterruptedException {
        Consumer<CatalogEdit> forget = edit -> {
            edit.unload(app);
            before.ifPresent(edit::unload);
        };
        changeWriter.apply("apply-change", app, update, loading == Loading.LAZY_RELOAD ? forget : change);
    }

    /** The applications whose rows a snapshot replaces, in the order of their keys. */
    List<String> replacedBy(Collection<String> appsInSnapshot) {
        var apps = new TreeSet<>(index.applications());
        if (loading == Loading.EAGER) {
            apps.addAll(appsInSnapshot);
        }
        return List.copyOf(apps);
    }
}
