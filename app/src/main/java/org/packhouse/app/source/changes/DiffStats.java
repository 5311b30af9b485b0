package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileChange.Reason;

/**
 * The counts of lines that differ.
 *
 * @param additions new lines of all files that are text
 * @param deletions lines of all files that are gone
 * @param truncated whether some files were too many or too large to be counted
 */
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
