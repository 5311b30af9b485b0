package org.packhouse.app.storage.objects;

import org.eclipse.jgit.lib.Repository;

/** Rules for the names of branches. */
public final class BranchNames {

  private BranchNames() {}

  /**
   * Whether git takes that for the short name of a branch, as {@code git check-ref-format
   * --branch}.
   */
  public static boolean isValid(String shortName) {
    return !shortName.startsWith("-")
        && !shortName.equals("HEAD")
        && Repository.isValidRefName("refs/heads/" + shortName);
  }
}
