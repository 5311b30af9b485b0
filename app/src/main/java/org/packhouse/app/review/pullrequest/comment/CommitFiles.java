package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.storage.diff.LineEdits;
import org.packhouse.hooks.text.TextEncoding;
import org.springframework.stereotype.Component;

/** Reads files of commits, and compares their lines between two commits. */
@Component
public class CommitFiles {

  private static final int MAX_BYTES = 1 << 20;

  private final Trees trees;

  CommitFiles(Trees trees) {
    this.trees = trees;
  }

  /**
   * Compares the lines of a file in two commits.
   *
   * @param one null: as if the commit were empty
   * @param other likewise
   * @return empty if either file is binary or has more than 1 MiB
   */
  Optional<LineMapping> compare(
      OpenRepository open,
      @Nullable String one,
      TreePath pathInOne,
      @Nullable String other,
      TreePath pathInOther)
      throws IOException {
    RawText before = read(open, one, pathInOne);
    RawText after = read(open, other, pathInOther);
    return before == null || after == null
        ? Optional.empty()
        : Optional.of(
            new LineMapping(
                before, after, LineEdits.between(before, after, RawTextComparator.DEFAULT)));
  }

  boolean exists(OpenRepository open, @Nullable String commit, TreePath path) throws IOException {
    return find(open, commit, path).isPresent();
  }

  /** Returns the tree entry of a file; empty if there is none, or it is no file. */
  public Optional<TreeEntry> find(OpenRepository open, @Nullable String commit, TreePath path)
      throws IOException {
    return commit == null
        ? Optional.empty()
        : trees.find(open, commit, path).filter(TreeEntry::isFile);
  }

  private @Nullable RawText read(OpenRepository open, @Nullable String commit, TreePath path)
      throws IOException {
    if (find(open, commit, path).isEmpty()) {
      return new RawText(new byte[0]);
    }
    return bytes(open, commit, path)
        .map(TextEncoding::withSingleByteLineFeeds)
        .filter(bytes -> !TextEncoding.isBinary(bytes))
        .map(RawText::new)
        .orElse(null);
  }

  /** Returns the content of a file; empty if there is none, or it has more than 1 MiB. */
  public Optional<byte[]> bytes(OpenRepository open, @Nullable String commit, TreePath path)
      throws IOException {
    Optional<TreeEntry> entry = find(open, commit, path);
    return entry.isEmpty() ? Optional.empty() : bytes(open, entry.get().id(), MAX_BYTES);
  }

  /** Returns the content of a blob; empty if it has more than {@code maxBytes}. */
  public Optional<byte[]> bytes(OpenRepository open, String blob, int maxBytes) throws IOException {
    ObjectId id = ObjectId.fromString(blob);
    try (ObjectReader reader = open.newObjectReader()) {
      return reader.getObjectSize(id, Constants.OBJ_BLOB) > maxBytes
          ? Optional.empty()
          : Optional.of(reader.open(id, Constants.OBJ_BLOB).getCachedBytes(maxBytes));
    }
  }
}
