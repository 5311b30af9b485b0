package org.packhouse.app.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.app.content.OpenRepository;
import org.packhouse.app.content.TreePath;
import org.springframework.stereotype.Component;

/** Reads commits and their order. */
@Component
public class CommitLog {

  /**
   * One commit.
   *
   * @throws IOException if it is not there, is no commit, or cannot be read
   */
  public Commit read(OpenRepository repository, String id) throws IOException {
    try (RevWalk walk = new RevWalk(repository.git())) {
      return Commit.of(walk.parseCommit(ObjectId.fromString(id)));
    }
  }

  /**
   * Several commits, by their ids.
   *
   * @throws IOException if one is not there, is no commit, or cannot be read
   */
  public Map<String, Commit> readAll(OpenRepository repository, Collection<String> ids)
      throws IOException {
    Map<String, Commit> commits = new HashMap<>();
    try (RevWalk walk = new RevWalk(repository.git())) {
      for (String id : ids) {
        if (!commits.containsKey(id)) {
          commits.put(id, Commit.of(walk.parseCommit(ObjectId.fromString(id))));
        }
      }
    }
    return commits;
  }

  /**
   * The commits from one on, newest first.
   *
   * @param path only commits that changed something there; the root: all
   * @param start how many to leave out
   * @param limit most commits to return
   * @throws IOException if a commit cannot be read
   */
  public CommitPage page(
      OpenRepository repository, String from, TreePath path, int start, int limit)
      throws IOException {
    try (RevWalk walk = new RevWalk(repository.git())) {
      // Bodies of long histories would fill the heap; parents shall be the real ones.
      walk.setRetainBody(false);
      walk.setRewriteParents(false);
      walk.markStart(walk.parseCommit(ObjectId.fromString(from)));
      if (!path.isRoot()) {
        walk.setTreeFilter(AndTreeFilter.create(new RawPathFilter(path), TreeFilter.ANY_DIFF));
      }
      List<Commit> commits = new ArrayList<>(limit);
      int skipped = 0;
      for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
        if (skipped < start) {
          skipped++;
        } else if (commits.size() == limit) {
          return new CommitPage(commits, start, true);
        } else {
          walk.parseBody(commit);
          commits.add(Commit.of(commit));
        }
        commit.disposeBody();
      }
      return new CommitPage(commits, start, false);
    }
  }
}
