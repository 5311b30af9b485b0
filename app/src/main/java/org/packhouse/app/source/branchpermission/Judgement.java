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
 * Judges ref changes by branch permissions. All that match and do not exempt the actor hold
 * together: a repository's permission never takes back what its project forbids.
 *
 * @param model read only if a matcher refers to it
 * @param groupsOfActor ids, read only if groups are exempt
 */
record Judgement(
    List<BranchPermission> permissions,
    Supplier<BranchModelInUse> model,
    Supplier<Set<Long>> groupsOfActor) {

  private static final String ACCESS_KEY = "access-key:";

  /** Returns a permission that forbids the change by its name, kind and cause. */
  Optional<BranchPermission> against(RefChange change, RefCause cause, Actor actor) {
    return first(change, actor, it -> it.type().forbids(change.kind(), cause));
  }

  /** Returns a permission that forbids non-fast-forward updates of the ref. */
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
