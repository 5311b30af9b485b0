package org.packhouse.app.source.merge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.util.RawParseUtils;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Rebases as {@code git rebase} does: one commit after the other, with authors and messages kept;
 * merges and commits whose changes the other side has already are left out.
 *
 * <p>Nothing is checked out: applying a commit is a merge with the commit's parent as the base, by
 * a {@link Scaffold}.
 */
@Component
public class Rebases {

  private static final int MAX_COMMITS = 1_000;

  private final MergeTree trees;

  Rebases(MergeTree trees) {
    this.trees = trees;
  }

  /** Rebases {@code ours} on {@code theirs}; new objects are packed in the quarantine. */
  public MergeOutcome rebase(
      MergePlace place, ObjectId ours, ObjectId theirs, PersonIdent committer) throws IOException {
    try {
      List<ObjectId> commits = commits(place, ours, theirs);
      return commits.size() > MAX_COMMITS
          ? new MergeOutcome.Impossible(
              "it has %d commits of its own, and at most %d can be"
                  .formatted(commits.size(), MAX_COMMITS))
          : rebase(place, commits, theirs, committer);
    } catch (GitFailedException e) {
      return new MergeOutcome.Impossible("git does not merge the commits: " + e.getMessage());
    }
  }

  private MergeOutcome rebase(
      MergePlace place, List<ObjectId> commits, ObjectId theirs, PersonIdent committer)
      throws IOException {
    try (Repository repository = place.quarantine().open();
        HistoryWalk walk = new HistoryWalk(repository);
        ObjectInserter loose = repository.newObjectInserter()) {
      Steps steps = new Steps(place, walk, loose, committer);
      MergeOutcome outcome = steps.apply(commits, walk.parseCommit(theirs));
      if (outcome instanceof MergeOutcome.Made) {
        pack(place, repository, steps.scaffold.commits());
      }
      return outcome;
    }
  }

  private static void pack(MergePlace place, Repository repository, Set<ObjectId> scaffold)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        ObjectInserter pack =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      QuarantinePack.fill(pack, place.quarantine(), reader, scaffold);
      pack.flush();
    }
  }

  private List<ObjectId> commits(MergePlace place, ObjectId ours, ObjectId theirs)
      throws IOException {
    String listed =
        trees.run(
            place,
            "rev-list",
            "--topo-order",
            "--reverse",
            "--no-merges",
            "--cherry-pick",
            "--right-only",
            theirs.name() + "..." + ours.name(),
            "--");
    return listed.lines().map(ObjectId::fromString).toList();
  }

  private final class Steps {

    private final RevWalk walk;
    private final ObjectInserter loose;
    private final PersonIdent committer;
    private final Scaffold scaffold;

    Steps(MergePlace place, RevWalk walk, ObjectInserter loose, PersonIdent committer) {
      this.walk = walk;
      this.loose = loose;
      this.committer = committer;
      this.scaffold = new Scaffold(trees, place, loose);
    }

    MergeOutcome apply(List<ObjectId> commits, RevCommit onto) throws IOException {
      ObjectId tip = onto;
      ObjectId tree = onto.getTree();
      for (ObjectId id : commits) {
        RevCommit commit = walk.parseCommit(id);
        ObjectId before = treeBefore(commit);
        MergeTree.Merged merged = scaffold.merge(before, tree, commit.getTree());
        if (!merged.isClean()) {
          return new MergeOutcome.Conflicting(commit.copy(), merged.conflicts());
        }
        ObjectId after = merged.tree();
        boolean gone = after.equals(tree) && !before.equals(commit.getTree());
        if (!gone) {
          tip = loose.insert(Constants.OBJ_COMMIT, rebased(commit, after, tip));
          loose.flush();
          tree = after;
        }
      }
      return new MergeOutcome.Made(tip.copy());
    }

    private ObjectId treeBefore(RevCommit commit) throws IOException {
      return commit.getParentCount() == 0
          ? loose.insert(Constants.OBJ_TREE, new byte[0])
          : walk.parseCommit(commit.getParent(0)).getTree();
    }

    /** Returns a commit with author, encoding and message byte for byte, without signature. */
    private byte[] rebased(RevCommit commit, ObjectId tree, ObjectId parent) throws IOException {
      byte[] raw = walk.getObjectReader().open(commit, Constants.OBJ_COMMIT).getBytes();
      int author = RawParseUtils.author(raw, 0);
      ByteArrayOutputStream text = new ByteArrayOutputStream(raw.length + 64);
      line(text, "tree " + tree.name());
      line(text, "parent " + parent.name());
      if (author < 0) {
        // Git makes no commit without an author, but old repositories have some.
        line(text, "author " + committer.toExternalString());
      } else {
        int start = author - "author ".length();
        text.write(raw, start, RawParseUtils.nextLF(raw, start) - start);
      }
      line(text, "committer " + committer.toExternalString());
      int encoding = RawParseUtils.encoding(raw, 0);
      if (encoding >= 0) {
        int start = encoding - "encoding ".length();
        text.write(raw, start, RawParseUtils.nextLF(raw, start) - start);
      }
      text.write('\n');
      int message = RawParseUtils.commitMessage(raw, 0);
      if (message >= 0) {
        text.write(raw, message, raw.length - message);
      }
      return text.toByteArray();
    }

    private static void line(ByteArrayOutputStream text, String line) {
      text.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
