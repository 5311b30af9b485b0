package org.packhouse.app.networks.fork;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.util.RawParseUtils;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.Quarantines;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/**
 * Puts the commits that only a fork's branch has behind those of the origin's branch, as {@code git
 * rebase} does: one after the other, authors and messages kept, merges left out, and what the
 * origin has already left out too.
 *
 * <p>Nothing is checked out. To apply a commit to another is to merge the two with the commit's
 * parent as their base. Git finds the base of a merge by itself, so each step is a merge of two
 * commits made for it alone, whose only common ancestor has the tree of that parent.
 */
@Component
class UpstreamRebase {

  private static final int MOST_COMMITS = 1_000;

  private final Quarantines quarantines;
  private final BranchRewrite rewrite;

  UpstreamRebase(Quarantines quarantines, BranchRewrite rewrite) {
    this.quarantines = quarantines;
    this.rewrite = rewrite;
  }

  /**
   * Rebases the branch, which is at {@code mine}, on {@code theirs}.
   *
   * @return where the branch is now
   * @throws RestException 409 if a commit conflicts, there are too many, or the branch has moved
   */
  ObjectId rebase(
      Repository fork, String branch, ObjectId mine, ObjectId theirs, UpstreamMerge.By by)
      throws IOException {
    try (Quarantine quarantine = quarantines.create(fork.id())) {
      List<ObjectId> commits = commits(fork, quarantine, branch, mine, theirs);
      ObjectId tip;
      try (org.eclipse.jgit.lib.Repository repository = quarantine.open();
          RevWalk walk = new RevWalk(repository);
          ObjectInserter loose = repository.newObjectInserter()) {
        Steps steps = new Steps(fork, branch, quarantine, walk, loose, by);
        tip = steps.apply(commits, walk.parseCommit(theirs));
        try (ObjectReader reader = repository.newObjectReader();
            ObjectInserter pack =
                ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
          BranchRewrite.pack(quarantine, reader, pack, steps.scaffold);
          pack.flush();
        }
      }
      rewrite.move(fork, new RefChange(branch, mine, tip), quarantine, by.actor());
      return tip;
    }
  }

  private List<ObjectId> commits(
      Repository fork, Quarantine quarantine, String branch, ObjectId mine, ObjectId theirs)
      throws IOException {
    String listed =
        rewrite.run(
            fork,
            quarantine,
            "rev-list",
            "--topo-order",
            "--reverse",
            "--no-merges",
            "--cherry-pick",
            "--right-only",
            theirs.name() + "..." + mine.name(),
            "--");
    List<ObjectId> commits = listed.lines().map(ObjectId::fromString).toList();
    if (commits.size() > MOST_COMMITS) {
      throw BranchRewrite.conflict(
          "The branch %s cannot be rebased: it has %d commits of its own, and at most %d can be."
              .formatted(branch, commits.size(), MOST_COMMITS));
    }
    return commits;
  }

  /** One rebase. */
  private final class Steps {

    private final Repository fork;
    private final String branch;
    private final Quarantine quarantine;
    private final RevWalk walk;
    private final ObjectInserter loose;
    private final UpstreamMerge.By by;
    private final Set<ObjectId> scaffold = new HashSet<>();

    Steps(
        Repository fork,
        String branch,
        Quarantine quarantine,
        RevWalk walk,
        ObjectInserter loose,
        UpstreamMerge.By by) {
      this.fork = fork;
      this.branch = branch;
      this.quarantine = quarantine;
      this.walk = walk;
      this.loose = loose;
      this.by = by;
    }

    ObjectId apply(List<ObjectId> commits, RevCommit onto) throws IOException {
      ObjectId tip = onto;
      ObjectId tree = onto.getTree();
      for (ObjectId id : commits) {
        RevCommit commit = walk.parseCommit(id);
        ObjectId before = treeBefore(commit);
        ObjectId after = merge(commit, before, tree);
        boolean gone = after.equals(tree) && !before.equals(commit.getTree());
        if (!gone) {
          tip = loose.insert(Constants.OBJ_COMMIT, rebased(commit, after, tip));
          loose.flush();
          tree = after;
        }
      }
      return tip;
    }

    private ObjectId treeBefore(RevCommit commit) throws IOException {
      return commit.getParentCount() == 0
          ? loose.insert(Constants.OBJ_TREE, new byte[0])
          : walk.parseCommit(commit.getParent(0)).getTree();
    }

    private ObjectId merge(RevCommit commit, ObjectId before, ObjectId onto) throws IOException {
      if (before.equals(onto)) {
        return commit.getTree();
      }
      ObjectId base = scaffold(before, List.of());
      ObjectId mine = scaffold(onto, List.of(base));
      ObjectId theirs = scaffold(commit.getTree(), List.of(base));
      loose.flush();
      Optional<ObjectId> tree = rewrite.mergeTree(fork, quarantine, mine, theirs);
      return tree.orElseThrow(() ->
          BranchRewrite.conflict(
              "The branch %s cannot be rebased: its commit %s changes lines that the origin has changed."
                  .formatted(branch, commit.name())));
    }

    private ObjectId scaffold(ObjectId tree, List<ObjectId> parents) throws IOException {
      StringBuilder text = new StringBuilder("tree " + tree.name() + "\n");
      parents.forEach(parent -> text.append("parent ").append(parent.name()).append('\n'));
      String nobody = "Scaffold <scaffold@localhost> 0 +0000";
      text.append("author %s\ncommitter %s\n\nscaffold\n".formatted(nobody, nobody));
      ObjectId id =
          loose.insert(Constants.OBJ_COMMIT, text.toString().getBytes(StandardCharsets.UTF_8));
      scaffold.add(id);
      return id;
    }

    /** The commit anew, its author, encoding and message byte for byte; a signature is void now. */
    private byte[] rebased(RevCommit commit, ObjectId tree, ObjectId parent) throws IOException {
      byte[] raw = walk.getObjectReader().open(commit, Constants.OBJ_COMMIT).getBytes();
      int author = RawParseUtils.author(raw, 0) - "author ".length();
      ByteArrayOutputStream text = new ByteArrayOutputStream(raw.length + 64);
      line(text, "tree " + tree.name());
      line(text, "parent " + parent.name());
      text.write(raw, author, RawParseUtils.nextLF(raw, author) - author);
      line(text, "committer " + by.person().toExternalString());
      int encoding = RawParseUtils.encoding(raw, 0);
      if (encoding >= 0) {
        int start = encoding - "encoding ".length();
        text.write(raw, start, RawParseUtils.nextLF(raw, start) - start);
      }
      text.write('\n');
      int message = RawParseUtils.commitMessage(raw, 0);
      text.write(raw, message, raw.length - message);
      return text.toByteArray();
    }

    private static void line(ByteArrayOutputStream text, String line) {
      text.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
