package dev.gridlock.engine.detect;

import dev.gridlock.engine.history.Observation;
import java.util.List;

/** Watches a run for one kind of finding. Used by one thread at a time; a detector serves one run. */
public interface Detector {

    /** The next observation of the run; they come in the order in which they were made. */
    void observe(Observation observation);

    /** What was found, at most once for each node and life, in the order of the first sightings. Called at the end. */
    List<Sighting> sightings();
}
