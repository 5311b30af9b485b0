package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileChange.Reason;

/** The line counts of a diff; truncated if files were too many or too large. */
public record DiffStats(int filesChanged, int additions, int deletions, boolean truncated) {

  DiffStats with(FileChange.Body body) {
    return switch (body) {
      case FileChange.Lines lines ->
          new DiffStats(
              filesChanged, additions + lines.added(), deletions + lines.removed(), truncated);
      case FileChange.Omitted omitted ->
          new DiffStats(
              filesChanged, additions, deletions, truncated || omitted.reason() != Reason.BINARY);
    };
  }
}
