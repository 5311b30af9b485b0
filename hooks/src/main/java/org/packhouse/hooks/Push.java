package org.packhouse.hooks;

import java.util.List;
import org.eclipse.jgit.lib.Repository;

/**
 * A set of ref moves before they happen.
 *
 * @param objects opened on the quarantine and the repository, so that the new objects can be read;
 *     closed by the caller of the check
 * @param options push options, in the order given
 */
public record Push(
    RepositoryId repository,
    Actor actor,
    List<RefChange> changes,
    Repository objects,
    List<String> options) {

  /** The same push with fewer changes. */
  Push with(List<RefChange> fewer) {
    return new Push(repository, actor, fewer, objects, options);
  }
}
