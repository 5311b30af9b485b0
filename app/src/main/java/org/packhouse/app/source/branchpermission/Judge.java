package org.packhouse.app.source.branchpermission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.source.branch.model.BranchModelInUse;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branchpermission.RestrictionsInForce.InForce;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.Refusal;
import org.packhouse.hooks.RepositoryId;
import org.springframework.stereotype.Component;

/** Judges ref changes for actors, and words refusals. */
@Component
class Judge {

  private final RestrictionsInForce inForce;
  private final Refs refs;
  private final Groups groups;

  Judge(RestrictionsInForce inForce, Refs refs, Groups groups) {
    this.inForce = inForce;
    this.refs = refs;
    this.groups = groups;
  }

  Judgement of(RepositoryId repository, Actor actor) {
    InForce rules = inForce.of(repository.value());
    Long user = actor.userId();
    return new Judgement(
        rules.permissions(),
        () -> model(repository, rules),
        () -> user == null ? Set.of() : Set.copyOf(groups.idsOf(user)));
  }

  private BranchModelInUse model(RepositoryId repository, InForce rules) {
    if (rules.model() == null || rules.ofProject() == null) {
      throw new IllegalStateException(
          "The branch model of repository " + repository.value() + " was not read");
    }
    try {
      return new BranchModelInUse(
          rules.model(), refs.snapshot(repository.value()).headTarget(), rules.ofProject());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Refusal refusal(String refName, BranchPermission permission) {
    String where = permission.scope().isProject() ? "the project's" : "the repository's";
    boolean named = permission.matcher().type() == RefMatcher.Type.BRANCH;
    String matcher = named ? "" : " on " + permission.matcher().displayId();
    return new Refusal(
        refName,
        "branch permission " + permission.type().id(),
        List.of(
            "%s is held by %s branch permission %s%s: %s"
                .formatted(
                    refName,
                    where,
                    permission.type().id(),
                    matcher,
                    permission.type().sentence())));
  }
}
