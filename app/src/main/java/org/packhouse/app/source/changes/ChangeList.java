package org.packhouse.app.source.changes;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.Renames;
import org.packhouse.app.storage.diff.TreeChanges;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Lists the changed paths between two commits; compares no lines. */
@Component
public class ChangeList {

  private final DiffSettings settings;

  ChangeList(DiffSettings settings) {
    this.settings = settings;
  }

  public List<Change> read(OpenRepository repository, CommitRange range, PathChoice paths)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return read(reader, range, paths);
    }
  }

  public List<Change> read(ObjectReader reader, CommitRange range, PathChoice paths)
      throws IOException {
    try (HistoryWalk walk = new HistoryWalk(reader)) {
      RevTree before = range.since() == null ? null : tree(walk, range.since());
      List<Change> changes =
          TreeChanges.between(reader, before, tree(walk, range.until()), paths.compared());
      List<Change> moved =
          settings.renames() == DiffSettings.Renames.FALSE
              ? changes
              : Renames.find(reader, changes, settings.renames() == DiffSettings.Renames.COPIES);
      return moved.stream().filter(paths::includes).toList();
    }
  }

  private static RevTree tree(RevWalk walk, String commit) throws IOException {
    return walk.parseCommit(ObjectId.fromString(commit)).getTree();
  }
}
