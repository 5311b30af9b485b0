package org.packhouse.app.review.pullrequest.comment;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
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
 * Tells where the files of one commit are in another, by the renames that {@code git diff -M}
 * finds. What two commits differ in never changes: it is remembered, because every comment on a
 * file that has moved asks for it.
 */
@Component
class MovedFiles {

  private static final int REMEMBERED_FILES = 50_000;

  private final ChangeList changes;
  private final FileLines files;
  private final Cache<Question, Map<TreePath, TreePath>> known =
      Caffeine.newBuilder()
          .maximumWeight(REMEMBERED_FILES)
          .weigher((Question question, Map<TreePath, TreePath> moved) -> moved.size() + 1)
          .build();

  MovedFiles(ChangeList changes, FileLines files) {
    this.changes = changes;
    this.files = files;
  }

  private record Question(long repositoryId, String then, String now) {}

  /** Returns the path that a file of a commit has now; its own path if it is there, or is gone. */
  TreePath now(OpenRepository open, String then, TreePath path, String now) throws IOException {
    if (then.equals(now) || files.isThere(open, now, path)) {
      return path;
    }
    Question question = new Question(open.id(), then, now);
    Map<TreePath, TreePath> moved = known.getIfPresent(question);
    if (moved == null) {
      moved = find(open, new CommitRange(then, now));
      known.put(question, moved);
    }
    return moved.getOrDefault(path, path);
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
