package org.packhouse.app.identity.permission;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that one user was granted, directly, by groups, by default, and as an owner.
 *
 * @param global the highest global permission
 * @param projects the highest permission on each project
 * @param repositories the highest permission on each repository
 * @param viewedProjects projects in which there is a repository that was granted
 */
record Grants(
    @Nullable Permission global,
    Map<Long, Permission> projects,
    Map<Long, Permission> repositories,
    Set<Long> viewedProjects) {}
