package org.packhouse.app.source.changes;

import java.util.List;

/**
 * All that differs between two commits, counted.
 *
 * @param files sorted by path
 * @param additions new lines of all files that are text
 * @param deletions lines of all files that are gone
 * @param truncated whether some files were too many or too large to be counted
 */
public record DiffSummary(
    List<CountedChange> files, long additions, long deletions, boolean truncated) {

  static DiffSummary of(List<CountedChange> files) {
    return new DiffSummary(
        List.copyOf(files),
        files.stream().mapToLong(CountedChange::added).sum(),
        files.stream().mapToLong(CountedChange::removed).sum(),
        files.stream()
            .anyMatch(file ->
                file.counted() == CountedChange.Counted.TOO_LARGE
                    || file.counted() == CountedChange.Counted.TOO_MANY));
  }
}
