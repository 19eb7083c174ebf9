/**
 * YAML as a tree in which every key and value knows its line and column. The subset is small on purpose: mappings,
 * lists and text; no anchors, tags, merges or second documents, and limits on size and depth, so that no file can cost
 * much. Depends on nothing of the scenario language.
 */
@NullMarked
package dev.gridlock.engine.scenario.yaml;

import org.jspecify.annotations.NullMarked;
