package org.packhouse.app.review.pullrequest.comment;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.app.storage.diff.FileChange.Kind;
import org.springframework.stereotype.Component;

/**
 * Finds the paths that files of one commit have in another, by the renames that {@code git diff -M}
 * finds. The renames between two commits never change and are cached, because every comment on a
 * moved file needs them.
 */
@Component
class MovedFiles {

  private static final int MAX_REMEMBERED = 50_000;

  private final ChangeList changes;
  private final CommitFiles files;
  private final Cache<Commits, Map<TreePath, TreePath>> known;

  MovedFiles(ChangeList changes, CommitFiles files, Caches caches) {
    this.changes = changes;
    this.files = files;
    known =
        caches.build(
            "renames",
            "Renamed files between commits",
            Caffeine.newBuilder()
                .maximumWeight(MAX_REMEMBERED)
                .weigher((Commits commits, Map<TreePath, TreePath> moved) -> moved.size() + 1));
  }

  private record Commits(long repositoryId, String then, String now) {}

  /** Returns the path of a file in a later commit; its own path if it is there, or is gone. */
  TreePath now(OpenRepository open, String then, TreePath path, String now) throws IOException {
    if (then.equals(now) || files.exists(open, now, path)) {
      return path;
    }
    return Caches.get(
            known, new Commits(open.id(), then, now), () -> find(open, new CommitRange(then, now)))
        .getOrDefault(path, path);
  }

  private Map<TreePath, TreePath> find(OpenRepository open, CommitRange range) throws IOException {
    Map<TreePath, TreePath> moved = new HashMap<>();
    for (Change change : changes.read(open, range, PathChoice.ALL)) {
      Side from = change.movedFrom();
      if (from != null && change.kind() == Kind.RENAMED) {
        moved.put(from.path(), change.any().path());
      }
    }
    return Map.copyOf(moved);
  }
}
