package org.packhouse.app.review.pullrequest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.MergeBases;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Finds the commits that one branch has and another lacks. */
@Component
public class BranchCommits {

  /** Commits of a pull request that are stored, by which it is found. */
  static final int MAX_COMMITS = 1_000;

  private final Refs refs;
  private final OpenRepositories repositories;
  private final CommitLog log;
  private final MergeBases bases;

  BranchCommits(Refs refs, OpenRepositories repositories, CommitLog log, MergeBases bases) {
    this.refs = refs;
    this.repositories = repositories;
    this.log = log;
    this.bases = bases;
  }

  /** Returns a branch with its present tip; refuses if there is none. */
  public Branch branch(Repository repository, String refName) throws IOException {
    RefSnapshot snapshot = refs.snapshot(repository.id());
    return snapshot
        .find(refName)
        .filter(ref -> refName.startsWith(RefNames.HEADS))
        .map(ref -> new Branch(repository.id(), refName, ref.hash()))
        .orElseThrow(() -> PullRequestRules.noSuchBranch(repository, refName));
  }

  /** Returns 1 to {@value #MAX_COMMITS} commits, the newest first; refuses unrelated histories. */
  public List<String> require(Repository target, Branch from, Branch to) throws IOException {
    Long source = from.repositoryId();
    try (OpenRepository open =
        repositories.open(target.id(), source == null ? target.id() : source)) {
      if (bases.find(open, to.commit(), from.commit()).isEmpty()) {
        throw new ConflictException(
            Conflict.PULL_REQUEST_TARGET,
            "The branches %s and %s have no commit in common: their histories are unrelated."
                .formatted(from.displayId(), to.displayId()));
      }
      List<String> commits = between(open, to.commit(), from.commit(), MAX_COMMITS);
      if (commits.isEmpty()) {
        throw new ConflictException(
            Conflict.NO_COMMITS,
            "%s is already up-to-date with branch %s of repository %s."
                .formatted(to.displayId(), from.displayId(), target.path()));
      }
      return commits;
    }
  }

  /** Returns commits reachable from {@code until} and not from {@code since}, the newest first. */
  public List<String> between(OpenRepository open, String since, String until, int most)
      throws IOException {
    return log.ids(open, LogQuery.between(since, until), most);
  }

  /** Returns commits reachable from {@code until} and from none of the others, the newest first. */
  public List<String> between(OpenRepository open, List<String> since, String until)
      throws IOException {
    return log.ids(
        open,
        new LogQuery(until, since, TreePath.ROOT, false, LogQuery.Merges.INCLUDE),
        MAX_COMMITS);
  }

  /**
   * Returns the commit by which a push merged a commit into a branch: the oldest on the
   * first-parent line of the new tip that reaches the commit.
   *
   * @param line the commits of that line that the push brought, the newest first
   * @return null if the branch was fast-forwarded to the commit
   */
  public static @Nullable String mergedBy(OpenRepository open, List<String> line, String commit)
      throws IOException {
    int low = 0;
    int high = line.size() - 1;
    // Each commit of the line reaches what the ones below it do.
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (reaches(open, line.get(middle), commit)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    boolean found = !line.isEmpty() && !line.get(low).equals(commit);
    return found && reaches(open, line.get(low), commit) ? line.get(low) : null;
  }

  /** Returns the pushed commits on the first-parent line of a tip, the newest first. */
  public static List<String> firstParents(
      OpenRepository open, String tip, Collection<String> brought) throws IOException {
    Set<String> pushed = Set.copyOf(brought);
    List<String> line = new ArrayList<>();
    try (HistoryWalk walk = open.newHistoryWalk()) {
      String next = tip;
      while (next != null && pushed.contains(next)) {
        line.add(next);
        RevCommit commit = walk.parseCommit(ObjectId.fromString(next));
        next = commit.getParentCount() == 0 ? null : commit.getParent(0).name();
      }
    }
    return line;
  }

  /** Returns whether a commit is {@code tip} or an ancestor of it. */
  public static boolean reaches(OpenRepository open, String tip, String commit) throws IOException {
    try (HistoryWalk walk = open.newHistoryWalk()) {
      return walk.isMergedInto(
          walk.parseCommit(ObjectId.fromString(commit)),
          walk.parseCommit(ObjectId.fromString(tip)));
    }
  }
}
