package org.packhouse.hooks;

import java.util.List;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/**
 * Ref moves before they happen. Quarantine and repository are opened together by the caller; {@code
 * arrived} is null without new objects.
 */
public record Push(RefRequest request, Repository objects, @Nullable ArrivedObjects arrived) {

  public RepositoryId repository() {
    return request.repository();
  }

  public Actor actor() {
    return request.actor();
  }

  public List<RefChange> changes() {
    return request.changes();
  }

  Push with(RefRequest fewer) {
    return new Push(fewer, objects, arrived);
  }
}
