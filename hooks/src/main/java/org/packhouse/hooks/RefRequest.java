package org.packhouse.hooks;

import java.util.List;
import java.util.Set;

/**
 * Ref moves that somebody asks for.
 *
 * @param options push options, in the order given
 */
public record RefRequest(
    RepositoryId repository,
    Actor actor,
    RefCause cause,
    List<RefChange> changes,
    List<String> options) {

  /** A request without push options. */
  public static RefRequest of(
      long repositoryId, Actor actor, RefCause cause, List<RefChange> changes) {
    return new RefRequest(new RepositoryId(repositoryId), actor, cause, changes, List.of());
  }

  /** The same request without the changes of some refs. */
  public RefRequest without(Set<String> refNames) {
    List<RefChange> left =
        changes.stream().filter(change -> !refNames.contains(change.refName())).toList();
    return new RefRequest(repository, actor, cause, left, options);
  }
}
