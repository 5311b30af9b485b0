package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.RepositoryFolders;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.PreReceiveChecks;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.RepositoryId;
import org.springframework.stereotype.Component;

/**
 * Moves refs to what the server itself has made (edits, merges), past the checks that a push must
 * pass. Whoever made the objects answers for their being whole.
 */
@Component
public class GuardedRefUpdates {

  private final RefUpdates updates;
  private final RepositoryFolders folders;
  private final PreReceiveChecks checks;

  GuardedRefUpdates(RefUpdates updates, RepositoryFolders folders, List<PreReceiveCheck> checks) {
    this.updates = updates;
    this.folders = folders;
    this.checks = new PreReceiveChecks(checks);
  }

  /**
   * Moves all refs of the update or none.
   *
   * @param update an atomic one
   * @param quarantine where new objects wait; null if the change brings none
   * @throws RefUpdateRefusedException if a check refuses it, or a ref cannot move
   */
  public void move(RefUpdates.Update update, @Nullable Quarantine quarantine) throws IOException {
    try (Repository objects =
        quarantine == null ? folders.open(update.repositoryId()) : quarantine.open()) {
      RepositoryId id = new RepositoryId(update.repositoryId());
      Push push = new Push(id, update.actor(), update.changes(), objects, List.of());
      for (PreReceiveCheck.Refusal refusal : checks.refusals(push)) {
        throw RefUpdateRefusedException.byCheck(refusal);
      }
    }
    for (RefUpdates.Result result : updates.apply(update, quarantine)) {
      String problem = result.problem();
      if (problem != null) {
        throw RefUpdateRefusedException.byRefs(result.change().refName(), problem);
      }
    }
  }
}
