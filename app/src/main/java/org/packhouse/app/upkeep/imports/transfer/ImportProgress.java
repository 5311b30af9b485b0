package org.packhouse.app.upkeep.imports.transfer;

import org.jspecify.annotations.Nullable;

/**
 * The progress of an import.
 *
 * @param percent of this phase; null: not known
 * @param done objects so far, in this phase
 * @param total objects in all, in this phase; null: not known
 * @param bytes what has come so far
 */
public record ImportProgress(
    ImportPhase phase, @Nullable Integer percent, long done, @Nullable Long total, long bytes) {

  /** The beginning of a phase. */
  public static ImportProgress of(ImportPhase phase, long bytes) {
    return new ImportProgress(phase, null, 0, null, bytes);
  }
}
