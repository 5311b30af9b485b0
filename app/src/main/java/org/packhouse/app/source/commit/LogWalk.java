package org.packhouse.app.source.commit;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.RawPathFilter;
import org.packhouse.app.storage.diff.Renames;
import org.packhouse.app.storage.diff.TreeChanges;
import org.packhouse.hooks.HistoryWalk;

/** Walks a log, newest first. The returned commits have no bodies. */
final class LogWalk implements AutoCloseable {

  private final ObjectReader reader;
  private final RevWalk walk;
  private final @Nullable RawPathFilter followed;

  LogWalk(Repository git, LogQuery query) throws IOException {
    reader = git.newObjectReader();
    walk = new HistoryWalk(reader);
    // Keep the real parents: no rewriting by the path filter.
    walk.setRewriteParents(false);
    walk.setRevFilter(filter(query.merges()));
    RawPathFilter filter =
        query.path().isRoot() ? null : new RawPathFilter(query.path(), query.follow());
    followed = query.follow() ? filter : null;
    try {
      walk.markStart(walk.parseCommit(ObjectId.fromString(query.until())));
      for (String since : query.since()) {
        walk.markUninteresting(walk.parseCommit(ObjectId.fromString(since)));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    if (filter != null) {
      walk.setTreeFilter(AndTreeFilter.create(filter, TreeFilter.ANY_DIFF));
    }
  }

  @Nullable RevCommit next() throws IOException {
    RevCommit commit = walk.next();
    if (commit != null && followed != null && commit.getParentCount() == 1) {
      follow(followed, commit);
    }
    return commit;
  }

  /** Continues with the former path of the file below the commit that renamed it. */
  private void follow(RawPathFilter filter, RevCommit commit) throws IOException {
    TreePath path = filter.path();
    try (HistoryWalk trees = new HistoryWalk(reader)) {
      RevCommit parent = trees.parseCommit(commit.getParent(0));
      RevCommit child = trees.parseCommit(commit);
      List<Change> here =
          TreeChanges.between(reader, parent.getTree(), child.getTree(), List.of(path));
      if (here.size() != 1 || here.getFirst().before() != null) {
        return;
      }
      List<Change> all = TreeChanges.between(reader, parent.getTree(), child.getTree(), List.of());
      for (Change change : Renames.find(reader, all, false)) {
        Change.Side source = change.movedFrom();
        if (source != null && change.path().equals(path)) {
          filter.moveTo(source.path());
        }
      }
    }
  }

  private static RevFilter filter(LogQuery.Merges merges) {
    return switch (merges) {
      case INCLUDE -> RevFilter.ALL;
      case EXCLUDE -> RevFilter.NO_MERGES;
      case ONLY -> RevFilter.ONLY_MERGES;
    };
  }

  @Override
  public void close() {
    walk.close();
    reader.close();
  }
}
