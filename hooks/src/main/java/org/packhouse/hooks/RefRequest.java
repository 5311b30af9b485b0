package org.packhouse.hooks;

import java.util.List;
import java.util.Set;

/** Requested ref moves, with push options. */
public record RefRequest(
    RepositoryId repository,
    Actor actor,
    RefCause cause,
    List<RefChange> changes,
    List<String> options) {

  public static RefRequest of(
      long repositoryId, Actor actor, RefCause cause, List<RefChange> changes) {
    return new RefRequest(new RepositoryId(repositoryId), actor, cause, changes, List.of());
  }

  public RefRequest without(Set<String> refNames) {
    List<RefChange> left =
        changes.stream().filter(change -> !refNames.contains(change.refName())).toList();
    return new RefRequest(repository, actor, cause, left, options);
  }
}
