package org.packhouse.app.source.changes;

import java.util.List;
import org.packhouse.app.storage.diff.FileChange;

/**
 * The differences between two commits, with lines.
 *
 * @param files sorted by path
 * @param omittedFiles changed files beyond those in {@code files}
 */
public record CommitChanges(List<FileChange> files, int omittedFiles) {

  /** Changed files in all. */
  public int fileCount() {
    return files.size() + omittedFiles;
  }

  /** Added lines of the files whose lines are shown. */
  public int added() {
    return files.stream()
        .mapToInt(file -> file.body() instanceof FileChange.Lines lines ? lines.added() : 0)
        .sum();
  }

  /** Removed lines of the files whose lines are shown. */
  public int removed() {
    return files.stream()
        .mapToInt(file -> file.body() instanceof FileChange.Lines lines ? lines.removed() : 0)
        .sum();
  }
}
