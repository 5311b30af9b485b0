package org.packhouse.hooks;

import java.util.List;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/**
 * A set of ref moves before they happen, with the objects that they bring.
 *
 * @param objects opened on the quarantine and the repository, so that the new objects can be read;
 *     closed by the caller of the check
 * @param arrived the new objects alone; null: there are none
 */
public record Push(RefRequest request, Repository objects, @Nullable ArrivedObjects arrived) {

  /** Where refs shall move. */
  public RepositoryId repository() {
    return request.repository();
  }

  /** Who moves them. */
  public Actor actor() {
    return request.actor();
  }

  /** What shall move. */
  public List<RefChange> changes() {
    return request.changes();
  }

  /** The same push with fewer changes. */
  Push with(RefRequest fewer) {
    return new Push(fewer, objects, arrived);
  }
}
