package org.packhouse.app.source.branchpermission;

import java.util.Set;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.hooks.RefRestriction;

/**
 * A restriction of what may happen to some refs of a repository, or of all repositories of a
 * project.
 *
 * @param type what may not happen
 */
public record BranchPermission(
    long id, SettingScope scope, RefMatcher matcher, RefRestriction type, Exempt exempt) {

  /** The ids of users, groups and SSH keys for whom it does not hold. */
  public record Exempt(Set<Long> users, Set<Long> groups, Set<Long> keys) {

    /** Nobody. */
    public static final Exempt NOBODY = new Exempt(Set.of(), Set.of(), Set.of());

    /** Holds copies. */
    public Exempt {
      users = Set.copyOf(users);
      groups = Set.copyOf(groups);
      keys = Set.copyOf(keys);
    }
  }
}
