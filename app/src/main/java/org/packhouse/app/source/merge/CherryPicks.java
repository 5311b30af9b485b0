package org.packhouse.app.source.merge;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Applies a difference between commits as {@code git cherry-pick}, or in reverse {@code git
 * revert}.
 */
@Component
public class CherryPicks {

  private final MergeTree trees;

  CherryPicks(MergeTree trees) {
    this.trees = trees;
  }

  /** The changes that lead from one commit's tree to another's. */
  public record Difference(ObjectId before, ObjectId after) {}

  /**
   * Creates a commit with the difference, or returns {@code onto} if it has that already; new
   * objects are packed in the quarantine.
   */
  public MergeOutcome apply(MergePlace place, Difference difference, ObjectId onto, Signed by)
      throws IOException {
    try (Repository repository = place.quarantine().open();
        HistoryWalk walk = new HistoryWalk(repository);
        ObjectInserter loose = repository.newObjectInserter()) {
      Scaffold scaffold = new Scaffold(trees, place, loose);
      ObjectId ours = walk.parseCommit(onto).getTree();
      MergeTree.Merged merged =
          scaffold.merge(
              walk.parseCommit(difference.before()).getTree(),
              ours,
              walk.parseCommit(difference.after()).getTree());
      if (!merged.isClean()) {
        return new MergeOutcome.Conflicting(difference.after(), merged.conflicts());
      }
      if (merged.tree().equals(ours)) {
        return new MergeOutcome.Made(onto);
      }
      CommitBuilder commit = Merges.commit(merged.tree(), List.of(onto), by);
      return new MergeOutcome.Made(write(place, repository, scaffold, commit));
    } catch (GitFailedException e) {
      return new MergeOutcome.Impossible("git does not merge the commits: " + e.getMessage());
    }
  }

  private static ObjectId write(
      MergePlace place, Repository repository, Scaffold scaffold, CommitBuilder commit)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        ObjectInserter pack =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      QuarantinePack.fill(pack, place.quarantine(), reader, scaffold.commits());
      ObjectId id = pack.insert(commit);
      pack.flush();
      return id;
    }
  }
}
