package org.packhouse.app.storage.content;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.packhouse.app.storage.content.TreeBounds.TreeTooLargeException;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Reads the trees of commits. */
@Component
public class Trees {

  /** About two seconds of work. */
  private static final long MAX_WALKED = 5_000_000;

  /** Finds the entry at a path of a commit. */
  public Optional<TreeEntry> find(OpenRepository repository, String commit, TreePath path)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      ObjectId root = walk.parseCommit(ObjectId.fromString(commit)).getTree().getId();
      TreeEntry entry = new TreeEntry(TreePath.ROOT, TreeEntry.Kind.DIRECTORY, root.name());
      for (TreePath step : path.trail()) {
        Optional<TreeEntry> next = findIn(reader, entry, step);
        if (next.isEmpty()) {
          return next;
        }
        entry = next.get();
      }
      return Optional.of(entry);
    }
  }

  /** Some entries of a directory, and the number of all. */
  public record Listing(List<TreeEntry> entries, int size) {}

  /**
   * Lists directories first, then other entries, each in git's order, after skipping some. Holds
   * only the page in memory, because paths may be long.
   */
  public Listing list(OpenRepository repository, TreeEntry directory, int start, int limit)
      throws IOException {
    return list(repository, directory, new ListRequest("", start, limit));
  }

  /** A part of the name in any case, or empty; how many matches to skip; and how many to return. */
  public record ListRequest(String filter, int start, int limit) {}

  /** Lists the matching entries; the size counts all matches. */
  public Listing list(OpenRepository repository, TreeEntry directory, ListRequest request)
      throws IOException {
    String part = request.filter().toLowerCase(Locale.ROOT);
    try (ObjectReader reader = repository.newObjectReader()) {
      List<TreeEntry> entries = new ArrayList<>();
      int index = 0;
      CanonicalTreeParser tree = parser(reader, directory);
      for (boolean directories : new boolean[] {true, false}) {
        for (tree.reset(); !tree.eof(); tree.next()) {
          if (FileMode.TREE.equals(tree.getEntryRawMode()) == directories
              && (part.isEmpty() || holds(tree, part))) {
            if (index >= request.start() && entries.size() < request.limit()) {
              entries.add(entry(directory.path().child(name(tree)), tree));
            }
            index++;
          }
        }
      }
      return new Listing(entries, index);
    }
  }

  private static boolean holds(CanonicalTreeParser tree, String part) {
    return TreePath.of(name(tree)).name().toLowerCase(Locale.ROOT).contains(part);
  }

  /** Returns the file with the lowest rank that is not negative. */
  public Optional<TreeEntry> first(
      OpenRepository repository, TreeEntry directory, ToIntFunction<String> rank)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      Optional<TreeEntry> first = Optional.empty();
      int best = Integer.MAX_VALUE;
      CanonicalTreeParser tree = parser(reader, directory);
      for (; !tree.eof(); tree.next()) {
        TreeEntry entry = entry(TreePath.of(name(tree)), tree);
        int ranked = entry.isFile() ? rank.applyAsInt(entry.path().name()) : -1;
        if (ranked >= 0 && ranked < best) {
          best = ranked;
          first = Optional.of(entry(directory.path().child(name(tree)), tree));
        }
      }
      return first;
    }
  }

  private static CanonicalTreeParser parser(ObjectReader reader, TreeEntry directory)
      throws IOException {
    return new CanonicalTreeParser(new byte[0], reader, ObjectId.fromString(directory.id()));
  }

  /** Returns paths of files below a directory, relative to it, in git's order. */
  public List<TreePath> files(OpenRepository repository, TreeEntry directory, int start, int limit)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        TreeWalk walk = new TreeWalk(reader)) {
      walk.addTree(ObjectId.fromString(directory.id()));
      TreeBounds bounds = new TreeBounds(MAX_WALKED);
      List<TreePath> paths = new ArrayList<>();
      int index = 0;
      while (paths.size() < limit && walk.next()) {
        bounds.entry(walk.getDepth());
        if (walk.isSubtree()) {
          walk.enterSubtree();
        } else if (index++ >= start) {
          paths.add(TreePath.of(walk.getRawPath()));
        }
      }
      return paths;
    }
  }

  /** Bounds the files of a commit, reading each distinct tree once. */
  public void checkSize(OpenRepository repository, String commit) throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      ObjectId root = walk.parseCommit(ObjectId.fromString(commit)).getTree().getId();
      new SizeCheck(reader).count(root, 0);
    }
  }

  /** Counts entries below trees, memoised by tree. */
  private static final class SizeCheck {

    /** Each level takes stack space. */
    private static final int MAX_LEVELS = 1000;

    private final ObjectReader reader;
    private final Map<ObjectId, Long> counts = new HashMap<>();

    SizeCheck(ObjectReader reader) {
      this.reader = reader;
    }

    long count(ObjectId tree, int depth) throws IOException {
      Long known = counts.get(tree);
      if (known != null) {
        return known;
      }
      if (depth > MAX_LEVELS) {
        throw new TreeTooLargeException(
            "There are directories below one another, more than %d of them.".formatted(MAX_LEVELS));
      }
      long count = 0;
      CanonicalTreeParser entries = new CanonicalTreeParser(new byte[0], reader, tree);
      for (; !entries.eof(); entries.next()) {
        count++;
        if (FileMode.TREE.equals(entries.getEntryRawMode())) {
          count += count(entries.getEntryObjectId(), depth + 1);
        }
        if (count > MAX_WALKED) {
          throw new TreeTooLargeException(
              "There are more than %d files and directories to look at.".formatted(MAX_WALKED));
        }
      }
      counts.put(tree, count);
      return count;
    }
  }

  private static Optional<TreeEntry> findIn(ObjectReader reader, TreeEntry directory, TreePath path)
      throws IOException {
    if (!directory.isDirectory()) {
      return Optional.empty();
    }
    CanonicalTreeParser tree = parser(reader, directory);
    for (; !tree.eof(); tree.next()) {
      if (directory.path().child(name(tree)).equals(path)) {
        return Optional.of(entry(path, tree));
      }
    }
    return Optional.empty();
  }

  private static TreeEntry entry(TreePath path, CanonicalTreeParser tree) {
    FileMode mode = tree.getEntryFileMode();
    return new TreeEntry(path, TreeEntry.Kind.of(mode), tree.getEntryObjectId().name());
  }

  private static byte[] name(CanonicalTreeParser tree) {
    byte[] name = new byte[tree.getNameLength()];
    tree.getName(name, 0);
    return name;
  }
}
