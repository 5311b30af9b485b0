package org.packhouse.app.source.branchpermission;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.packhouse.app.source.branch.model.BranchModelInUse;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRestriction;

/**
 * Judges changes of refs by branch permissions. All that match and do not exempt who asks hold
 * together: a permission of a repository takes nothing back that its project forbids.
 *
 * @param permissions those that hold for the repository
 * @param model asked only if a matcher refers to it
 * @param groupsOfActor the ids of the groups of a user; asked only if that decides
 */
record Judgement(
    List<BranchPermission> permissions,
    Supplier<BranchModelInUse> model,
    Supplier<Set<Long>> groupsOfActor) {

  private static final String ACCESS_KEY = "access-key:";

  /** A permission that forbids a change by its name, kind and cause; empty: none does. */
  Optional<BranchPermission> against(RefChange change, RefCause cause, Actor actor) {
    return first(change, actor, it -> it.type().forbids(change.kind(), cause));
  }

  /** A permission by which the ref may not lose what it has; empty: it may. */
  Optional<BranchPermission> againstRewriting(RefChange change, Actor actor) {
    return change.kind() == RefChange.Kind.UPDATE
        ? first(change, actor, it -> it.type() == RefRestriction.FAST_FORWARD_ONLY)
        : Optional.empty();
  }

  private Optional<BranchPermission> first(
      RefChange change, Actor actor, Predicate<BranchPermission> forbids) {
    return permissions.stream()
        .filter(forbids)
        .filter(
            permission -> permission.matcher().matches(permission.scope(), change.refName(), model))
        .filter(permission -> !isExempt(permission.exempt(), actor))
        .findFirst();
  }

  private boolean isExempt(BranchPermission.Exempt exempt, Actor actor) {
    Long user = actor.userId();
    if (user == null) {
      return exempt.keys().stream().anyMatch(key -> actor.name().equals(ACCESS_KEY + key));
    }
    return exempt.users().contains(user)
        || (!exempt.groups().isEmpty()
            && groupsOfActor.get().stream().anyMatch(exempt.groups()::contains));
  }
}
