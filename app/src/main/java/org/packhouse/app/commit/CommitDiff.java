package org.packhouse.app.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.commit.FileChange.Kind;
import org.packhouse.app.commit.FileChange.Reason;
import org.packhouse.app.content.OpenRepository;
import org.packhouse.app.content.TreePath;
import org.springframework.stereotype.Component;

/** Compares a commit with its first parent: histogram line diffs, renames found, size bounded. */
@Component
public class CommitDiff {

  private static final int RENAME_CANDIDATES = 400;
  private static final int LARGEST_RENAME_SOURCE = 1 << 20;

  /**
   * How much is compared and returned.
   *
   * @param files most files
   * @param fileBytes largest file, on either side, whose lines are compared
   * @param lines most lines in all, context included
   */
  public record Bounds(int files, int fileBytes, int lines) {}

  /**
   * What a commit changed.
   *
   * @throws IOException if an object cannot be read
   */
  public CommitChanges read(OpenRepository repository, Commit commit, Bounds bounds)
      throws IOException {
    try (ObjectReader reader = repository.git().newObjectReader()) {
      Map<String, TreePath> paths = new HashMap<>();
      List<DiffEntry> entries = entries(repository.git(), reader, commit, paths);
      Budget budget = new Budget(bounds);
      List<FileChange> files = new ArrayList<>();
      for (DiffEntry entry : entries.subList(0, Math.min(bounds.files(), entries.size()))) {
        files.add(change(reader, entry, paths, budget));
      }
      return new CommitChanges(files, entries.size() - files.size());
    }
  }

  private static final class Budget {
    final Bounds bounds;
    int linesLeft;

    Budget(Bounds bounds) {
      this.bounds = bounds;
      this.linesLeft = bounds.lines();
    }
  }

  private static List<DiffEntry> entries(
      Repository git, ObjectReader reader, Commit commit, Map<String, TreePath> paths)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader);
        TreeWalk trees = new TreeWalk(reader)) {
      addTrees(trees, walk, commit);
      RenameDetector renames = new RenameDetector(git);
      renames.setRenameLimit(RENAME_CANDIDATES);
      renames.setBigFileThreshold(LARGEST_RENAME_SOURCE);
      List<DiffEntry> changes = DiffEntry.scan(trees);
      renames.addAll(changes);
      trees.reset();
      addTrees(trees, walk, commit);
      collectPaths(trees, paths);
      return renames.compute();
    }
  }

  private static void addTrees(TreeWalk trees, RevWalk walk, Commit commit) throws IOException {
    if (commit.parents().isEmpty()) {
      trees.addTree(new EmptyTreeIterator());
    } else {
      trees.addTree(walk.parseCommit(ObjectId.fromString(commit.parents().getFirst())).getTree());
    }
    trees.addTree(walk.parseCommit(ObjectId.fromString(commit.id())).getTree());
    trees.setRecursive(true);
    trees.setFilter(TreeFilter.ANY_DIFF);
  }

  // A DiffEntry has names as text only; the bytes cannot be had back from that.
  private static void collectPaths(TreeWalk trees, Map<String, TreePath> paths) throws IOException {
    while (trees.next()) {
      paths.put(trees.getPathString(), TreePath.of(trees.getRawPath()));
    }
  }

  private static TreePath path(Map<String, TreePath> paths, String decoded) {
    TreePath path = paths.get(decoded);
    return path == null ? TreePath.of(decoded) : path;
  }

  private static FileChange change(
      ObjectReader reader, DiffEntry entry, Map<String, TreePath> paths, Budget budget)
      throws IOException {
    Kind kind = kind(entry.getChangeType());
    TreePath newPath = path(paths, kind == Kind.DELETED ? entry.getOldPath() : entry.getNewPath());
    TreePath oldPath = kind == Kind.ADDED ? newPath : path(paths, entry.getOldPath());
    int similarity = kind == Kind.RENAMED || kind == Kind.COPIED ? entry.getScore() : 0;
    return new FileChange(
        kind, oldPath, newPath, similarity, modeChange(entry, kind), body(reader, entry, budget));
  }

  private static FileChange.Body body(ObjectReader reader, DiffEntry entry, Budget budget)
      throws IOException {
    if (FileMode.GITLINK.equals(entry.getOldMode())
        || FileMode.GITLINK.equals(entry.getNewMode())) {
      return new FileChange.Omitted(Reason.SUBMODULE);
    }
    if (budget.linesLeft <= 0) {
      return new FileChange.Omitted(Reason.TOO_MANY);
    }
    byte[] before = bytes(reader, entry.getOldMode(), entry.getOldId(), budget.bounds.fileBytes());
    byte[] after = bytes(reader, entry.getNewMode(), entry.getNewId(), budget.bounds.fileBytes());
    if (before == null || after == null) {
      return new FileChange.Omitted(Reason.TOO_LARGE);
    }
    if (RawText.isBinary(before, before.length, true)
        || RawText.isBinary(after, after.length, true)) {
      return new FileChange.Omitted(Reason.BINARY);
    }
    LineDiff diff = new LineDiff(before, after);
    int lines = diff.added() + diff.removed();
    if (lines > budget.linesLeft) {
      return new FileChange.Omitted(Reason.TOO_MANY);
    }
    List<FileChange.Hunk> hunks = diff.hunks();
    budget.linesLeft -= hunks.stream().mapToInt(hunk -> hunk.lines().size()).sum();
    return new FileChange.Lines(diff.added(), diff.removed(), hunks);
  }

  private static byte @Nullable [] bytes(
      ObjectReader reader, FileMode mode, AbbreviatedObjectId id, int limit) throws IOException {
    if (FileMode.MISSING.equals(mode)) {
      return new byte[0];
    }
    var loader = reader.open(id.toObjectId(), Constants.OBJ_BLOB);
    return loader.getSize() > limit ? null : loader.getCachedBytes(limit);
  }

  private static @Nullable String modeChange(DiffEntry entry, Kind kind) {
    boolean same = entry.getOldMode().equals(entry.getNewMode());
    return same || kind == Kind.ADDED || kind == Kind.DELETED
        ? null
        : entry.getOldMode() + " → " + entry.getNewMode();
  }

  private static Kind kind(DiffEntry.ChangeType type) {
    return switch (type) {
      case ADD -> Kind.ADDED;
      case MODIFY -> Kind.MODIFIED;
      case DELETE -> Kind.DELETED;
      case RENAME -> Kind.RENAMED;
      case COPY -> Kind.COPIED;
    };
  }
}
