package org.packhouse.app.source.changes;

import java.util.List;
import org.packhouse.app.storage.diff.FileChange;

/** The changed files of a diff, sorted by path; {@code omittedFiles} more are left out. */
public record CommitChanges(List<FileChange> files, int omittedFiles) {

  public int fileCount() {
    return files.size() + omittedFiles;
  }

  public int added() {
    return files.stream()
        .mapToInt(file -> file.body() instanceof FileChange.Lines lines ? lines.added() : 0)
        .sum();
  }

  public int removed() {
    return files.stream()
        .mapToInt(file -> file.body() instanceof FileChange.Lines lines ? lines.removed() : 0)
        .sum();
  }
}
