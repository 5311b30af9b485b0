package org.packhouse.app.source.edit;

import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;

/** A change of one path. */
public sealed interface PathChange {

  TreePath path();

  /** Writes a file; its mode stays, a new one is not executable. */
  record Write(TreePath path, ObjectId blob, Presence presence) implements PathChange {}

  /** Deletes a file, and its directory with the last file. */
  record Remove(TreePath path) implements PathChange {}

  /** Renames a file to a free path; a null blob keeps the content. */
  record Rename(TreePath path, TreePath to, @Nullable ObjectId blob) implements PathChange {}

  enum Presence {
    ABSENT,
    PRESENT,
    EITHER
  }
}
