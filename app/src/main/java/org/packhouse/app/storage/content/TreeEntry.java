package org.packhouse.app.storage.content;

import org.eclipse.jgit.lib.FileMode;

/**
 * An entry of a tree.
 *
 * @param path from the root of the commit
 * @param id 40 hex digits of the tree or blob; of a submodule of the commit that it stands at
 */
public record TreeEntry(TreePath path, Kind kind, String id) {

  /** The kind of an entry. */
  public enum Kind {
    /** A tree. */
    DIRECTORY,
    /** A blob. */
    FILE,
    /** A blob that may be run. */
    EXECUTABLE,
    /** A blob that holds the path of something else. */
    SYMLINK,
    /** A commit of another repository. */
    SUBMODULE;

    static Kind of(FileMode mode) {
      if (FileMode.TREE.equals(mode)) {
        return DIRECTORY;
      }
      if (FileMode.SYMLINK.equals(mode)) {
        return SYMLINK;
      }
      if (FileMode.GITLINK.equals(mode)) {
        return SUBMODULE;
      }
      return FileMode.EXECUTABLE_FILE.equals(mode) ? EXECUTABLE : FILE;
    }
  }

  /** Whether it is a tree. */
  public boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }

  /** Whether it is a blob whose bytes are the contents of a file. */
  public boolean isFile() {
    return kind == Kind.FILE || kind == Kind.EXECUTABLE;
  }
}
