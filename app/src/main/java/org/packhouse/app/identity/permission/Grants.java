package org.packhouse.app.identity.permission;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All grants of one user, the highest of each kind: direct, by groups, by default, and as an owner.
 *
 * @param viewedProjects projects with a repository on which the user has a grant
 */
record Grants(
    @Nullable Permission global,
    Map<Long, Permission> projects,
    Map<Long, Permission> repositories,
    Set<Long> viewedProjects) {}
