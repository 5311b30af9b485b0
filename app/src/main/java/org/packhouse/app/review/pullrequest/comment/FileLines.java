package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.storage.diff.LineEdits;
import org.packhouse.hooks.text.TextEncoding;
import org.springframework.stereotype.Component;

/** Compares the lines that a file has in two commits. */
@Component
public class FileLines {

  private static final int MAX_BYTES = 1 << 20;

  private final Trees trees;

  FileLines(Trees trees) {
    this.trees = trees;
  }

  /**
   * The lines of a file in two commits.
   *
   * @param before empty if the file is not there
   * @param after likewise
   */
  record Compared(RawText before, RawText after, EditList edits) {

    boolean isAdded(int line) {
      return edits.stream().anyMatch(it -> it.getBeginB() < line && line <= it.getEndB());
    }

    boolean isRemoved(int line) {
      return edits.stream().anyMatch(it -> it.getBeginA() < line && line <= it.getEndA());
    }

    /** Whether its side of the file has a line of that number. */
    boolean has(CommentPlaces.Line line) {
      RawText text = line.side() == FileType.FROM ? before : after;
      return line.number() >= 1 && line.number() <= text.size();
    }

    /**
     * Returns what the diff says of a line, whatever a client takes it for: programs that comment
     * on lines beside the diff call these added.
     */
    LineType kind(CommentPlaces.Line line) {
      if (line.side() == FileType.FROM) {
        return isRemoved(line.number()) ? LineType.REMOVED : LineType.CONTEXT;
      }
      return isAdded(line.number()) ? LineType.ADDED : LineType.CONTEXT;
    }

    /** The number that a line has after, both from 1; null: it is gone. */
    @Nullable Integer follow(int line) {
      int shift = 0;
      for (Edit edit : edits) {
        if (edit.getBeginA() >= line) {
          break;
        }
        if (line <= edit.getEndA()) {
          return null;
        }
        shift += edit.getLengthB() - edit.getLengthA();
      }
      return line <= before.size() ? Integer.valueOf(line + shift) : null;
    }

    /** The lines after that are left of lines before, from the first to the last; null: none. */
    @Nullable Lines follow(Lines lines) {
      int first = lines.first();
      for (Edit edit : edits) {
        if (edit.getBeginA() < first && first <= edit.getEndA()) {
          first = edit.getEndA() + 1;
        }
      }
      int last = lines.last();
      for (int i = edits.size() - 1; i >= 0; i--) {
        if (edits.get(i).getBeginA() < last && last <= edits.get(i).getEndA()) {
          last = edits.get(i).getBeginA();
        }
      }
      Integer from = first > last ? null : follow(first);
      Integer to = first > last ? null : follow(last);
      return from == null || to == null ? null : new Lines(from, to);
    }

    /** The lines of both sides that a diff lists up to and with a line, from 0. */
    Lines upTo(int line, boolean isBefore) {
      return place(line, isBefore, 0);
    }

    /** The next lines of both sides that a diff lists from a line on, with that line. */
    Lines from(int line, boolean isBefore) {
      return place(line, isBefore, 1);
    }

    /** A diff lists what was removed by an edit before what was added. */
    private Lines place(int line, boolean isBefore, int step) {
      int shift = 0;
      for (Edit edit : edits) {
        int begin = isBefore ? edit.getBeginA() : edit.getBeginB();
        int end = isBefore ? edit.getEndA() : edit.getEndB();
        if (begin >= line) {
          break;
        }
        if (line <= end) {
          return isBefore
              ? new Lines(line, edit.getBeginB() + step)
              : new Lines(edit.getEndA() + step, line);
        }
        shift += edit.getLengthB() - edit.getLengthA();
      }
      return isBefore ? new Lines(line, line + shift) : new Lines(line - shift, line);
    }
  }

  /** Lines from one to another. */
  record Lines(int first, int last) {}

  /**
   * Compares.
   *
   * @param one null: nothing is there
   * @return empty if one is no text or too large
   */
  Optional<Compared> compare(
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
            new Compared(
                before, after, LineEdits.between(before, after, RawTextComparator.DEFAULT)));
  }

  /** Whether a commit has a file of that path. */
  boolean isThere(OpenRepository open, @Nullable String commit, TreePath path) throws IOException {
    return find(open, commit, path).isPresent();
  }

  /** The file of a commit; empty if nothing or no file is there. */
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

  /** What a file has; empty if it is not there, or too large. */
  public Optional<byte[]> bytes(OpenRepository open, @Nullable String commit, TreePath path)
      throws IOException {
    Optional<TreeEntry> entry = find(open, commit, path);
    return entry.isEmpty() ? Optional.empty() : bytes(open, entry.get().id(), MAX_BYTES);
  }

  /** What a blob has; empty if that is more. */
  public Optional<byte[]> bytes(OpenRepository open, String blob, int maxBytes) throws IOException {
    ObjectId id = ObjectId.fromString(blob);
    try (ObjectReader reader = open.newObjectReader()) {
      return reader.getObjectSize(id, Constants.OBJ_BLOB) > maxBytes
          ? Optional.empty()
          : Optional.of(reader.open(id, Constants.OBJ_BLOB).getCachedBytes(maxBytes));
    }
  }
}
