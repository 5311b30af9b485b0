package org.packhouse.app.source.changes;

import java.util.List;

/** Line counts of a diff, files sorted by path; truncated if some were too large. */
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
