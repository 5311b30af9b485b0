package org.packhouse.app.storage.refs;

import org.eclipse.jgit.lib.Constants;

/** The parts of the ref name space. */
public final class RefNames {

  /** Branches. */
  public static final String HEADS = Constants.R_HEADS;

  /** Tags. */
  public static final String TAGS = Constants.R_TAGS;

  /** Written for pull requests; pushed to by nobody. */
  public static final String PULL_REQUESTS = "refs/pull-requests/";

  /** Keeps objects alive; never advertised, pushed to by nobody. */
  public static final String HIDDEN = "refs/packhouse/";

  private RefNames() {}

  /**
   * Whether a file or directory of that name below {@code refs} is of a ref: no lock, and nothing
   * that begins with a dot, as what a client of NFS keeps of a file that was replaced while open.
   */
  public static boolean isPart(String fileName) {
    return !fileName.startsWith(".") && !fileName.endsWith(".lock");
  }

  /** Whether a snapshot has refs of that name. */
  public static boolean isAdvertised(String name) {
    return !isReserved(name);
  }

  /** Whether the server alone writes refs of that name. */
  public static boolean isReserved(String name) {
    return name.startsWith(PULL_REQUESTS)
        || name.startsWith(HIDDEN)
        || (name + "/").equals(PULL_REQUESTS)
        || (name + "/").equals(HIDDEN);
  }
}
