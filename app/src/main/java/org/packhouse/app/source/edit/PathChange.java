package org.packhouse.app.source.edit;

import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;

/** One thing that a commit does. */
public sealed interface PathChange {

  /** The path that is concerned, of a rename the one before. */
  TreePath path();

  /**
   * A file gets that content; its mode stays as it is, a new one is not executable.
   *
   * @param blob from {@link Draft#store}
   */
  record Write(TreePath path, ObjectId blob, Presence presence) implements PathChange {}

  /** A file goes, and with the last file its directory. */
  record Remove(TreePath path) implements PathChange {}

  /**
   * A file gets another path, where nothing may be.
   *
   * @param blob its content from then on; null: what it has
   */
  record Rename(TreePath path, TreePath to, @Nullable ObjectId blob) implements PathChange {}

  /** A condition on what is at a path that is written. */
  enum Presence {
    /** Nothing. */
    ABSENT,
    /** A file. */
    PRESENT,
    /** A file or nothing. */
    EITHER
  }
}
