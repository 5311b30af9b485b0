package org.packhouse.app.source.branchpermission;

import java.util.Set;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.hooks.RefRestriction;

/** A restriction of changes to the refs that match, in a repository or in all of a project. */
public record BranchPermission(
    long id, SettingScope scope, RefMatcher matcher, RefRestriction type, Exempt exempt) {

  /** The ids of users, groups and SSH access keys that are exempt. */
  public record Exempt(Set<Long> users, Set<Long> groups, Set<Long> keys) {

    public static final Exempt NOBODY = new Exempt(Set.of(), Set.of(), Set.of());

    public Exempt {
      users = Set.copyOf(users);
      groups = Set.copyOf(groups);
      keys = Set.copyOf(keys);
    }
  }
}
