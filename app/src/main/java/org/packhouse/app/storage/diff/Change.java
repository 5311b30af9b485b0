package org.packhouse.app.storage.diff;

import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.FileChange.Kind;

/**
 * A path that differs between two trees; one side may be null. Similarity is in per cent, and 0
 * except for renames and copies.
 */
public record Change(Kind kind, @Nullable Side before, @Nullable Side after, int similarity) {

  /** An entry, with its mode as git writes it, such as {@code 0100644}. */
  public record Side(TreePath path, int mode, ObjectId id) {

    private static final int FORMAT = 0170000;

    public String contentId() {
      return id.name();
    }

    public boolean isSubmodule() {
      return FileMode.GITLINK.equals(mode);
    }

    boolean isRegular() {
      return (mode & FORMAT) == FileMode.TYPE_FILE;
    }

    public boolean isExecutable() {
      return FileMode.EXECUTABLE_FILE.equals(mode);
    }
  }

  public static Change of(@Nullable Side before, @Nullable Side after) {
    Kind kind = before == null ? Kind.ADDED : after == null ? Kind.DELETED : Kind.MODIFIED;
    return new Change(kind, before, after, 0);
  }

  /** Returns the new path, or the old one of a deletion. */
  public TreePath path() {
    return any().path();
  }

  /** Returns the new side, or the old one of a deletion. */
  public Side any() {
    if (after != null) {
      return after;
    }
    if (before == null) {
      throw new IllegalStateException("A change has at least one side");
    }
    return before;
  }

  /** Returns the source of a rename or copy, or null. */
  public @Nullable Side movedFrom() {
    return kind == Kind.RENAMED || kind == Kind.COPIED ? before : null;
  }

  public boolean hasSameMode() {
    return before != null && after != null && before.mode == after.mode;
  }

  /** Returns whether the type changed, as from a file to a symbolic link. */
  public boolean changesType() {
    return before != null
        && after != null
        && (before.mode & Side.FORMAT) != (after.mode & Side.FORMAT);
  }

  public boolean hasSameContent() {
    return before != null && after != null && before.id.equals(after.id);
  }
}
