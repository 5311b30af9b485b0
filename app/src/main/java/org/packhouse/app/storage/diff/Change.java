package org.packhouse.app.storage.diff;

import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.FileChange.Kind;

/**
 * A path that two trees have differently.
 *
 * @param before null if it is new
 * @param after null if it is gone; one of both is always there
 * @param similarity per cent of the content that a rename or copy kept; 0 for all else
 */
public record Change(Kind kind, @Nullable Side before, @Nullable Side after, int similarity) {

  /**
   * The entry of one tree.
   *
   * @param mode as Git writes it, such as {@code 0100644}
   */
  public record Side(TreePath path, int mode, ObjectId id) {

    private static final int FORMAT = 0170000;

    /** The id of its content, 40 hex digits. */
    public String contentId() {
      return id.name();
    }

    /** Whether it is a commit of another repository. */
    public boolean isSubmodule() {
      return FileMode.GITLINK.equals(mode);
    }

    boolean isRegular() {
      return (mode & FORMAT) == FileMode.TYPE_FILE;
    }

    /** Whether it is a file that may be run. */
    public boolean isExecutable() {
      return FileMode.EXECUTABLE_FILE.equals(mode);
    }
  }

  /** An addition, a deletion or a modification, by the sides that there are. */
  public static Change of(@Nullable Side before, @Nullable Side after) {
    Kind kind = before == null ? Kind.ADDED : after == null ? Kind.DELETED : Kind.MODIFIED;
    return new Change(kind, before, after, 0);
  }

  /** Where it is, or was if it is gone. */
  public TreePath path() {
    return any().path();
  }

  /** What the later tree has, or the earlier one if it is gone. */
  public Side any() {
    if (after != null) {
      return after;
    }
    if (before == null) {
      throw new IllegalStateException("A change has at least one side");
    }
    return before;
  }

  /** What the path was moved or copied from; null if it was not. */
  public @Nullable Side movedFrom() {
    return kind == Kind.RENAMED || kind == Kind.COPIED ? before : null;
  }

  /** Whether both sides are there and have one mode. */
  public boolean hasSameMode() {
    return before != null && after != null && before.mode == after.mode;
  }

  /** Whether a file became a symbolic link, a submodule became a file, and so on. */
  public boolean changesType() {
    return before != null
        && after != null
        && (before.mode & Side.FORMAT) != (after.mode & Side.FORMAT);
  }

  /** Whether only the mode differs. */
  public boolean hasSameContent() {
    return before != null && after != null && before.id.equals(after.id);
  }
}
