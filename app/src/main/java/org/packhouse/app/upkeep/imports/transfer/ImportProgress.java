package org.packhouse.app.upkeep.imports.transfer;

import org.jspecify.annotations.Nullable;

/** The progress of an import: percent and objects of its phase, bytes in all. */
public record ImportProgress(
    ImportPhase phase, @Nullable Integer percent, long done, @Nullable Long total, long bytes) {

  public static ImportProgress of(ImportPhase phase, long bytes) {
    return new ImportProgress(phase, null, 0, null, bytes);
  }
}
