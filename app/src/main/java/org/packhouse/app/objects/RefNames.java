package org.packhouse.app.objects;

import org.eclipse.jgit.lib.Repository;

/** What refs may be called. */
public final class RefNames {

  private RefNames() {}

  /**
   * Whether git takes that for the short name of a branch, as {@code git check-ref-format
   * --branch}.
   */
  public static boolean isBranchName(String shortName) {
    return !shortName.startsWith("-")
        && !shortName.equals("HEAD")
        && Repository.isValidRefName("refs/heads/" + shortName);
  }
}
