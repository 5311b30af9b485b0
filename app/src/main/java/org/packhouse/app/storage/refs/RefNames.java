package org.packhouse.app.storage.refs;

import org.eclipse.jgit.lib.Constants;

/** The namespaces of refs. */
public final class RefNames {

  public static final String HEADS = Constants.R_HEADS;

  public static final String TAGS = Constants.R_TAGS;

  /** Written by the server for pull requests; clients may not push here. */
  public static final String PULL_REQUESTS = "refs/pull-requests/";

  /** Keeps objects reachable; never advertised, and clients may not push here. */
  public static final String HIDDEN = "refs/packhouse/";

  private RefNames() {}

  /** Returns false for lock files and dot files, such as NFS clients make for open files. */
  public static boolean isPart(String fileName) {
    return !fileName.startsWith(".") && !fileName.endsWith(".lock");
  }

  public static boolean isAdvertised(String name) {
    return !isReserved(name);
  }

  /** Returns whether only the server may write refs of that name. */
  public static boolean isReserved(String name) {
    return name.startsWith(PULL_REQUESTS)
        || name.startsWith(HIDDEN)
        || (name + "/").equals(PULL_REQUESTS)
        || (name + "/").equals(HIDDEN);
  }
}
