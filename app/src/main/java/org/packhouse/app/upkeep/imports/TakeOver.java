package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.storage.objects.StagedRepositories.StagedRepository;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.upkeep.imports.transfer.ImportFailedException;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.stereotype.Component;

/**
 * Takes fetched objects and refs over in the order of a push: objects on disk, then one transaction
 * with refs, version and event.
 */
@Component
class TakeOver {

  private final Refs refs;
  private final RefUpdates updates;
  private final RepositoryChanges changes;

  TakeOver(Refs refs, RefUpdates updates, RepositoryChanges changes) {
    this.refs = refs;
    this.updates = updates;
    this.changes = changes;
  }

  /**
   * Gives a repository the fetched refs and no others.
   *
   * @param head the branch of the source's HEAD; null: unknown
   * @return a note for the user; null: none
   */
  @Nullable String take(
      ImportJob job, long repositoryId, StagedRepository staged, @Nullable String head)
      throws IOException, ImportFailedException {
    ArrivedRefs arrived;
    try (Repository filled = staged.open()) {
      arrived = ArrivedRefs.of(filled);
    }
    RefSnapshot present = refs.snapshot(repositoryId);
    String branch = arrived.head(head);
    if (branch != null) {
      if (!branch.equals(present.headTarget())) {
        updates.setHead(repositoryId, branch, job.actor());
      }
      changes.noteDefaultBranch(repositoryId, branch.substring(RefNames.HEADS.length()));
    }
    move(job, repositoryId, staged, differences(present, arrived));
    return arrived.note();
  }

  private void move(
      ImportJob job, long repositoryId, StagedRepository staged, List<RefChange> moves)
      throws IOException, ImportFailedException {
    if (moves.isEmpty()) {
      return;
    }
    RefRequest request = RefRequest.of(repositoryId, job.actor(), RefCause.IMPORT, moves);
    for (RefUpdates.Result result : updates.apply(RefUpdates.Update.all(request), staged)) {
      String problem = result.problem();
      if (problem != null) {
        throw new ImportFailedException(
            ImportProblem.INTERNAL,
            "%s could not be made: %s.".formatted(result.change().refName(), problem));
      }
    }
  }

  private static List<RefChange> differences(RefSnapshot present, ArrivedRefs arrived) {
    Map<String, ObjectId> old = new HashMap<>();
    present.refs().forEach(ref -> old.put(ref.name(), ref.id()));
    List<RefChange> moves = new ArrayList<>();
    for (ArrivedRefs.Arrived ref : arrived.refs()) {
      ObjectId before = old.remove(ref.name());
      if (!ref.id().equals(before)) {
        moves.add(new RefChange(ref.name(), before == null ? ObjectId.zeroId() : before, ref.id()));
      }
    }
    old.forEach((name, id) -> moves.add(new RefChange(name, id, ObjectId.zeroId())));
    return moves;
  }
}
