package org.packhouse.app.hosting.repository;

import java.io.IOException;
import org.packhouse.app.identity.permission.Caller;

/** Points HEAD at another branch; refs are moved above this package. */
public interface HeadPointer {

  /**
   * Makes a branch, born or not, the default one of a repository, on disk and in its row.
   *
   * @param branch short or full name
   */
  void point(Repository repository, String branch, Caller caller) throws IOException;
}
