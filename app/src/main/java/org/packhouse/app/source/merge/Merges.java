package org.packhouse.app.source.merge;

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
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Creates merge commits and squash commits with native git's merge. */
@Component
public class Merges {

  private final MergeTree trees;

  Merges(MergeTree trees) {
    this.trees = trees;
  }

  public record Signed(PersonIdent author, PersonIdent committer, String message) {

    private Signed typed() {
      return new Signed(author, committer, Commit.typed(message));
    }
  }

  /** Returns whether moving a branch from {@code from} to {@code to} loses no commit. */
  public static boolean isFastForward(Repository repository, ObjectId from, ObjectId to)
      throws IOException {
    try (HistoryWalk walk = new HistoryWalk(repository)) {
      return walk.isMergedInto(walk.parseCommit(from), walk.parseCommit(to));
    }
  }

  /** Creates a merge commit; new objects are packed in the quarantine. */
  public MergeOutcome merge(
      MergePlace place, ObjectId ours, ObjectId theirs, PersonIdent person, String message)
      throws IOException {
    return make(place, ours, theirs, new Signed(person, person, message), false);
  }

  public MergeOutcome merge(MergePlace place, ObjectId ours, ObjectId theirs, Signed by)
      throws IOException {
    return make(place, ours, theirs, by, false);
  }

  /** Creates one commit on {@code ours} with all changes of {@code theirs}. */
  public MergeOutcome squash(MergePlace place, ObjectId ours, ObjectId theirs, Signed by)
      throws IOException {
    return make(place, ours, theirs, by, true);
  }

  private MergeOutcome make(
      MergePlace place, ObjectId ours, ObjectId theirs, Signed by, boolean squashed)
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
    List<ObjectId> parents = squashed ? List.of(ours) : List.of(ours, theirs);
    CommitBuilder commit = commit(merged.tree(), parents, by.typed());
    return new MergeOutcome.Made(write(place.quarantine(), commit, true));
  }

  /** Creates a merge commit although a fast-forward would do. */
  public MergeOutcome join(MergePlace place, ObjectId ours, ObjectId theirs, Signed by)
      throws IOException {
    ObjectId tree;
    try (Repository repository = place.quarantine().open();
        HistoryWalk walk = new HistoryWalk(repository)) {
      tree = walk.parseCommit(theirs).getTree().copy();
    }
    CommitBuilder commit = commit(tree, List.of(ours, theirs), by.typed());
    return new MergeOutcome.Made(write(place.quarantine(), commit, false));
  }

  static CommitBuilder commit(ObjectId tree, List<ObjectId> parents, Signed by) {
    CommitBuilder commit = new CommitBuilder();
    commit.setTreeId(tree);
    commit.setParentIds(parents);
    commit.setAuthor(by.author());
    commit.setCommitter(by.committer());
    commit.setMessage(by.message());
    return commit;
  }

  private static ObjectId write(Quarantine quarantine, CommitBuilder commit, boolean withLoose)
      throws IOException {
    try (Repository repository = quarantine.open();
        ObjectReader reader = repository.newObjectReader();
        ObjectInserter pack =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      if (withLoose) {
        QuarantinePack.fill(pack, quarantine, reader, Set.of());
      }
      ObjectId id = pack.insert(commit);
      pack.flush();
      return id;
    }
  }
}
