package org.packhouse.app.storage.content;

import org.eclipse.jgit.lib.FileMode;

/** A tree entry by path from the root; a submodule's id is its commit. */
public record TreeEntry(TreePath path, Kind kind, String id) {

  public enum Kind {
    DIRECTORY,
    FILE,
    EXECUTABLE,
    SYMLINK,
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

  public boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }

  /** Returns whether it is a blob, but not a symbolic link. */
  public boolean isFile() {
    return kind == Kind.FILE || kind == Kind.EXECUTABLE;
  }
}
