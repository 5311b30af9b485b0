package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.hooks.HistoryWalk;

/**
 * Finds objects that a pack refers to without containing them. With a pool of borrowed objects,
 * existence does not mean that the repository may have the object: else a push of a tree that names
 * a foreign file's id would disclose it. Entries that a parent has at the same path are left out,
 * so that nearly all pushes refer to nothing else.
 */
final class BorrowedContent {

  private final Repository repository;
  private final Set<ObjectId> brought;
  private final Set<ObjectId> seen = new HashSet<>();
  private final Set<ObjectId> found = new HashSet<>();
  private final Deque<ObjectId> open = new ArrayDeque<>();

  /** Reads a repository with its quarantine, whose objects all exist. */
  BorrowedContent(Repository repository, Set<ObjectId> brought) {
    this.repository = repository;
    this.brought = brought;
  }

  /** Returns trees and files that are neither in the pack nor at a parent's same path. */
  Set<ObjectId> of(Collection<ObjectId> tips) throws IOException {
    tips.forEach(this::open);
    try (HistoryWalk walk = new HistoryWalk(repository)) {
      while (!open.isEmpty()) {
        visit(walk, walk.parseAny(open.pop()));
      }
    }
    return found;
  }

  private void open(ObjectId id) {
    if (seen.add(id.copy())) {
      if (brought.contains(id)) {
        open.add(id.copy());
      } else {
        found.add(id.copy());
      }
    }
  }

  private void visit(RevWalk walk, RevObject object) throws IOException {
    switch (object) {
      case RevCommit commit -> {
        for (RevCommit parent : commit.getParents()) {
          walk.parseHeaders(parent);
          if (brought.contains(parent) && seen.add(parent.copy())) {
            open.add(parent.copy());
          }
        }
        compare(walk, commit.getTree(), List.of(commit.getParents()));
      }
      case RevTag tag -> open(tag.getObject());
      case RevTree tree -> compare(walk, tree, List.of());
      default -> {
        // A file has no entries.
      }
    }
  }

  private void compare(RevWalk walk, ObjectId tree, List<RevCommit> parents) throws IOException {
    if (parents.stream().anyMatch(parent -> parent.getTree().equals(tree))) {
      return;
    }
    if (!brought.contains(tree)) {
      found.add(tree.copy());
      return;
    }
    try (TreeWalk entries = new TreeWalk(walk.getObjectReader())) {
      entries.addTree(tree);
      for (RevCommit parent : parents) {
        entries.addTree(parent.getTree());
      }
      entries.setFilter(parents.isEmpty() ? TreeFilter.ALL : TreeFilter.ANY_DIFF);
      while (entries.next()) {
        look(entries, parents.size());
      }
    }
  }

  private void look(TreeWalk entries, int parents) throws IOException {
    int mode = entries.getRawMode(0);
    if (mode == 0 || mode == FileMode.GITLINK.getBits()) {
      return;
    }
    ObjectId id = entries.getObjectId(0);
    for (int parent = 1; parent <= parents; parent++) {
      if (entries.getObjectId(parent).equals(id)) {
        return;
      }
    }
    if (!brought.contains(id)) {
      found.add(id);
    } else if (mode == FileMode.TREE.getBits()) {
      entries.enterSubtree();
    }
  }
}
