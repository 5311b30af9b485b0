package org.packhouse.app.storage.content;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.springframework.stereotype.Component;

/** Reads the trees of commits. */
@Component
public class Trees {

  /** Entries that a list of all files may come by: some two seconds of work. */
  private static final long MAX_WALKED = 5_000_000;

  /**
   * What a commit has at a path; the root is a directory.
   *
   * @throws IOException if the commit or a tree on the way cannot be read
   */
  public Optional<TreeEntry> find(OpenRepository repository, String commit, TreePath path)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        RevWalk walk = new RevWalk(reader)) {
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

  /**
   * The entries of a directory: directories first, then all else, each in the order of Git.
   *
   * @throws IOException if the tree cannot be read
   */
  public List<TreeEntry> list(OpenRepository repository, TreeEntry directory) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      List<TreeEntry> entries = new ArrayList<>();
      CanonicalTreeParser tree =
          new CanonicalTreeParser(new byte[0], reader, ObjectId.fromString(directory.id()));
      for (; !tree.eof(); tree.next()) {
        entries.add(entry(directory.path().child(name(tree)), tree));
      }
      entries.sort(Comparator.comparing(entry -> !entry.isDirectory()));
      return entries;
    }
  }

  /**
   * Paths of all that lies below a directory and is no directory, in the order of Git.
   *
   * @param start how many to leave out
   * @param limit most paths to return
   * @return paths as seen from the directory
   * @throws TreeTooLargeException if there are more below it than are looked at
   * @throws IOException if a tree cannot be read
   */
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

  private static Optional<TreeEntry> findIn(ObjectReader reader, TreeEntry directory, TreePath path)
      throws IOException {
    if (!directory.isDirectory()) {
      return Optional.empty();
    }
    CanonicalTreeParser tree =
        new CanonicalTreeParser(new byte[0], reader, ObjectId.fromString(directory.id()));
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
