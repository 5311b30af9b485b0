package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** Makes, opens and removes the bare repositories on disk. */
public interface RepositoryFolders {

  /**
   * Makes an empty bare repository with our own {@code config}; does nothing if it is there.
   *
   * @param headBranch short name of the branch that HEAD names, unborn
   */
  void create(long repositoryId, String headBranch) throws IOException;

  /**
   * Finds the folder for a native git command, having compared its {@code config}.
   *
   * @throws IOException if it is not there or is no SHA-1 repository with our config
   */
  Path check(long repositoryId) throws IOException;

  /**
   * The pool that a repository borrows objects from; null: from none.
   *
   * @throws IOException as {@link #check}
   */
  @Nullable Long pool(long repositoryId) throws IOException;

  /**
   * Opens a repository for reading in process. Refs are not to be moved through it.
   *
   * @return to be closed by the caller
   * @throws IOException if it is not there or is no SHA-1 repository with our config
   */
  Repository open(long repositoryId) throws IOException;

  /** Removes the folder and all in it; does nothing if it is gone. */
  void delete(long repositoryId) throws IOException;

  /** Bytes of all files in the folder. */
  long measure(long repositoryId) throws IOException;
}
