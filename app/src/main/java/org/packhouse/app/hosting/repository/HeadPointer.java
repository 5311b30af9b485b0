package org.packhouse.app.hosting.repository;

import java.io.IOException;
import org.packhouse.app.identity.permission.Caller;

/** Changes HEAD: a port, implemented above this package, where refs are moved. */
public interface HeadPointer {

  /**
   * Makes a branch, by either name, the default branch on disk and in the row. It may be unborn.
   */
  void point(Repository repository, String branch, Caller caller) throws IOException;
}
