package org.packhouse.app.source.branchpermission;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.hooks.RefRestriction;

/** A filter of branch permissions; what is null matches all. */
public record BranchPermissionFilter(
    RefMatcher.@Nullable Type matcherType,
    @Nullable String matcherId,
    @Nullable RefRestriction type) {

  static final BranchPermissionFilter NONE = new BranchPermissionFilter(null, null, null);
}
