package org.packhouse.app.source.changes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileChange.Kind;
import org.packhouse.app.storage.diff.FileChange.Reason;
import org.springframework.stereotype.Component;

/** Compares two commits line by line, within the limits of {@link DiffOptions}. */
@Component
public class CommitDiff {

  private static final long MAX_BYTES = 64 << 20;

  private final ChangeList changes;

  CommitDiff(ChangeList changes) {
    this.changes = changes;
  }

  public CommitChanges read(
      OpenRepository repository, CommitRange range, PathChoice paths, DiffOptions options)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      List<Change> all = split(changes.read(reader, range, paths));
      Room room = new Room(reader, options);
      List<FileChange> files = new ArrayList<>();
      for (Change change : all.subList(0, Math.min(options.files(), all.size()))) {
        FileChange.Body body = room.body(change, room.lines);
        if (isShown(change, body, options)) {
          files.add(new FileChange(change, body));
        }
      }
      return new CommitChanges(files, Math.max(0, all.size() - options.files()));
    }
  }

  public DiffStats count(
      OpenRepository repository, CommitRange range, PathChoice paths, DiffOptions options)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      List<Change> all = changes.read(reader, range, paths);
      Room room = new Room(reader, options);
      DiffStats stats = new DiffStats(all.size(), 0, 0, all.size() > options.files());
      for (Change change : split(all.subList(0, Math.min(options.files(), all.size())))) {
        stats = stats.with(room.body(change, 0));
      }
      return stats;
    }
  }

  /** Splits type changes into deletion and addition: contents cannot be compared. */
  static List<Change> split(List<Change> changes) {
    List<Change> split = new ArrayList<>(changes.size());
    for (Change change : changes) {
      if (change.changesType()) {
        split.add(Change.of(change.before(), null));
        split.add(Change.of(null, change.after()));
      } else {
        split.add(change);
      }
    }
    return split;
  }

  static boolean isShown(Change change, FileChange.Body body, DiffOptions options) {
    boolean nothing =
        body instanceof FileChange.Lines lines && lines.added() == 0 && lines.removed() == 0;
    return !(options.ignoreWhitespace()
        && nothing
        && change.hasSameMode()
        && change.kind() == Kind.MODIFIED);
  }

  private static final class Room {
    private final FileComparison comparison;
    private int lines;

    Room(ObjectReader reader, DiffOptions options) {
      this.comparison = new FileComparison(reader, options, MAX_BYTES);
      this.lines = options.lines();
    }

    /** Compares one file, returning at most {@code most} lines. */
    FileChange.Body body(Change change, int most) throws IOException {
      if (lines <= 0 && !change.hasSameContent()) {
        return new FileChange.Omitted(Reason.TOO_MANY);
      }
      FileChange.Body body = comparison.body(change, most);
      if (body instanceof FileChange.Lines shown) {
        lines -= shown.hunks().stream().mapToInt(hunk -> hunk.lines().size()).sum();
      }
      return body;
    }
  }
}
