package org.packhouse.app.source.changes;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileChange.Reason;
import org.packhouse.app.storage.diff.FileText;
import org.packhouse.app.storage.diff.TextDiff;

/** Compares the contents of files one after the other, within a limit of bytes for all of them. */
final class FileComparison {

  private final ObjectReader reader;
  private final DiffOptions options;
  private long bytesLeft;
  private @Nullable FileText before;
  private @Nullable FileText after;

  FileComparison(ObjectReader reader, DiffOptions options, long bytes) {
    this.reader = reader;
    this.options = options;
    this.bytesLeft = bytes;
  }

  @Nullable FileText before() {
    return before;
  }

  @Nullable FileText after() {
    return after;
  }

  /** Compares one file, returning at most {@code most} lines; 0: only counts. */
  FileChange.Body body(Change change, int most) throws IOException {
    before = null;
    after = null;
    if (change.hasSameContent()) {
      return new FileChange.Lines(0, 0, List.of(), false);
    }
    if (bytesLeft <= 0) {
      return new FileChange.Omitted(Reason.TOO_MANY);
    }
    FileText old = FileText.readable(reader, change.before(), options.fileBytes());
    FileText now = FileText.readable(reader, change.after(), options.fileBytes());
    if (old == null || now == null) {
      boolean binary =
          FileText.startsBinary(reader, change.before())
              || FileText.startsBinary(reader, change.after());
      return new FileChange.Omitted(binary ? Reason.BINARY : Reason.TOO_LARGE);
    }
    bytesLeft -= old.size() + now.size();
    if (old.isBinary() || now.isBinary()) {
      return new FileChange.Omitted(Reason.BINARY);
    }
    before = old;
    after = now;
    TextDiff diff = new TextDiff(old, now, options.context(), options.whitespace());
    return most == 0
        ? new FileChange.Lines(diff.added(), diff.removed(), List.of(), !diff.ranges().isEmpty())
        : diff.show(most, options.lineLength());
  }
}
