package org.packhouse.app.networks.merge;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.process.GitFailedException;
import org.springframework.stereotype.Component;

/** Merges a commit into another, as native git merges. */
@Component
public class Merges {

  private final MergeTree trees;

  Merges(MergeTree trees) {
    this.trees = trees;
  }

  /** Whether a branch at {@code from} moves to {@code to} without losing a commit. */
  public static boolean isFastForward(Repository repository, ObjectId from, ObjectId to)
      throws IOException {
    try (RevWalk walk = new RevWalk(repository)) {
      return walk.isMergedInto(walk.parseCommit(from), walk.parseCommit(to));
    }
  }

  /**
   * Makes the commit that merges {@code theirs} into {@code ours}; a pack in the quarantine has
   * what is new.
   *
   * @param person author and committer
   */
  public MergeOutcome merge(
      MergePlace place, ObjectId ours, ObjectId theirs, PersonIdent person, String message)
      throws IOException {
    MergeTree.Merged merged;
    try {
      merged = trees.merge(place, ours, theirs);
    } catch (GitFailedException e) {
      return new MergeOutcome.Impossible("git does not merge the commits: " + e.getMessage());
    }
    if (!merged.isClean()) {
      return new MergeOutcome.Conflicting(theirs, merged.conflicts());
    }
    CommitBuilder commit = new CommitBuilder();
    commit.setTreeId(merged.tree());
    commit.setParentIds(List.of(ours, theirs));
    commit.setAuthor(person);
    commit.setCommitter(person);
    commit.setMessage(message);
    return new MergeOutcome.Made(write(place.quarantine(), commit));
  }

  private static ObjectId write(Quarantine quarantine, CommitBuilder commit) throws IOException {
    try (Repository repository = quarantine.open();
        ObjectReader reader = repository.newObjectReader();
        ObjectInserter pack =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      QuarantinePack.fill(pack, quarantine, reader, Set.of());
      ObjectId id = pack.insert(commit);
      pack.flush();
      return id;
    }
  }
}
