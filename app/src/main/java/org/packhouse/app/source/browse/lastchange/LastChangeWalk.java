package org.packhouse.app.source.browse.lastchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.HistoryWalk;

/**
 * Finds the commits that last changed many paths in one walk, each as {@code git log -1 -- path}
 * finds it.
 *
 * <p>Git follows one line of history for each path: from a commit to the first parent that has the
 * identical entry, until a commit differs from all its parents. Sought entries therefore move from
 * commit to parent, and entries that reach the same commit by different ways move on together. The
 * order in which commits are visited decides how many meet, not what is found. A directory that is
 * identical in the first parent moves as a whole without being read.
 *
 * <p>A walk ends at commits that are indexed.
 */
final class LastChangeWalk {

  /** Visited commits after which the RevWalk is replaced, for it keeps them all in memory. */
  private static final int RENEW_AFTER = 50_000;

  @FunctionalInterface
  interface Progress {
    /** Called after each commit; an exception ends the walk. */
    void looked() throws IOException;
  }

  private final ObjectReader reader;
  private final TreeContents.Reader trees;
  private final StoredChanges stored;
  private final WalkLimits limits;
  private final Map<ObjectId, PendingTree> waiting = new HashMap<>();
  private final PriorityQueue<Place> queue =
      new PriorityQueue<>(Comparator.comparingInt(Place::time).reversed());
  private RevWalk walk;
  private int seen;

  private record Place(ObjectId commit, int time) {}

  /** Creates a walk that holds at most {@code mostEntries} single entries in memory. */
  LastChangeWalk(
      ObjectReader reader, StoredChanges stored, int mostEntries, RequestMemory.Share memory) {
    this.limits = new WalkLimits(mostEntries, memory);
    this.reader = reader;
    this.trees = new TreeContents.Reader(reader);
    this.stored = stored;
    this.walk = new HistoryWalk(reader);
  }

  TreeContents.Reader trees() {
    return trees;
  }

  void seek(ObjectId commit, PendingTree root) throws IOException {
    wait(OpenRepository.parseKnown(walk, commit), root);
  }

  /** Returns whether all entries were found before a limit was exceeded. */
  boolean run(int most) throws IOException {
    return run(most, () -> {});
  }

  boolean run(int most, Progress progress) throws IOException {
    limits.start(most);
    for (int looked = 0; !queue.isEmpty(); looked++) {
      if (looked == most) {
        return false;
      }
      progress.looked();
      Place place = queue.remove();
      PendingTree sought = waiting.remove(place.commit());
      try {
        if (sought != null) {
          look(place.commit(), sought);
        }
      } catch (WalkLimits.ExceededException e) {
        return false;
      }
    }
    return true;
  }

  int seen() {
    return seen;
  }

  private void look(ObjectId id, PendingTree sought) throws IOException {
    limits.resetDepth();
    if (++seen % RENEW_AFTER == 0) {
      walk = new HistoryWalk(reader);
    }
    RevCommit commit = OpenRepository.parseKnown(walk, id);
    ObjectId tree = commit.getTree();
    ObjectId name = stored.rootName(id);
    LastChangeNode node = name == null ? null : stored.node(name);
    if (name != null && node != null && settle(sought, tree, name, node)) {
      return;
    }
    List<@Nullable ObjectId> parentTrees = new ArrayList<>(commit.getParentCount());
    for (RevCommit parent : commit.getParents()) {
      walk.parseHeaders(parent);
      parentTrees.add(parent.getTree());
    }
    List<@Nullable PendingTree> moved = split(new Here(commit, tree), sought, parentTrees, -1);
    for (int i = 0; i < commit.getParentCount(); i++) {
      PendingTree part = moved.get(i);
      if (part != null && !part.isEmpty()) {
        wait(commit.getParent(i), part);
      }
    }
  }

  private void wait(RevCommit commit, PendingTree sought) {
    ObjectId id = commit.copy();
    PendingTree present = waiting.get(id);
    if (present == null) {
      waiting.put(id, sought);
      queue.add(new Place(id, commit.getCommitTime()));
    } else {
      present.plus(sought);
    }
  }

  /** A directory of a commit; not all of it need equal that of the commit where the walk began. */
  private record Here(RevCommit commit, ObjectId tree) {}

  /**
   * Distributes the sought entries of a directory among the parents; null: none.
   *
   * @param selfParent index of the parent with the identical directory; -1: none, or the directory
   *     itself is not sought
   */
  private List<@Nullable PendingTree> split(
      Here here, PendingTree sought, List<@Nullable ObjectId> inParents, int selfParent)
      throws IOException {
    List<@Nullable PendingTree> moved = new ArrayList<>();
    inParents.forEach(_ -> moved.add(null));
    int first = 0;
    while (first < inParents.size() && inParents.get(first) == null) {
      first++;
    }
    if (first < inParents.size() && here.tree().equals(inParents.get(first))) {
      moved.set(first, sought);
      return moved;
    }
    if (selfParent >= 0) {
      moved.set(selfParent, new PendingTree(sought.change(), true, false));
    }
    if (!sought.hasBelow()) {
      return moved;
    }
    if (sought.isWhole()) {
      sought.wholeIsSettled();
      TreeContents contents = trees.read(here.tree());
      limits.countEntries(contents.size());
      for (LastChange child : sought.change().expand(contents)) {
        sought.put(new PendingTree(child, true, true));
      }
    }
    if (inParents.size() == 1) {
      moved.set(0, moveOn(here, sought, inParents.getFirst()));
      return moved;
    }
    List<@Nullable TreeContents> contents = new ArrayList<>();
    for (ObjectId tree : inParents) {
      contents.add(tree == null ? null : trees.read(tree));
    }
    TreeContents own = trees.read(here.tree());
    for (PendingTree child : sought.children().values()) {
      TreeContents.Entry entry = Objects.requireNonNull(own.find(child.name()), "entry");
      List<@Nullable PendingTree> parts =
          splitEntry(new Here(here.commit(), entry.id()), entry, child, contents);
      for (int i = 0; i < parts.size(); i++) {
        PendingTree part = parts.get(i);
        if (part != null && !part.isEmpty()) {
          PendingTree into = moved.get(i);
          if (into == null) {
            into = new PendingTree(sought.change(), false, false);
            moved.set(i, into);
          }
          into.put(part);
        }
      }
    }
    return moved;
  }

  /** Moves on to the only parent; identical entries stay in place. */
  private PendingTree moveOn(Here here, PendingTree sought, @Nullable ObjectId inParent)
      throws IOException {
    TreeContents own = trees.read(here.tree());
    TreeContents there = inParent == null ? null : trees.read(inParent);
    List<@Nullable TreeContents> parents = Collections.singletonList(there);
    var left = sought.children().entrySet().iterator();
    while (left.hasNext()) {
      Map.Entry<TreeContents.Name, PendingTree> child = left.next();
      TreeContents.Entry entry = Objects.requireNonNull(own.find(child.getKey()), "entry");
      if (there != null && entry.isSameAs(there.find(child.getKey()))) {
        limits.countComparisons(1);
        continue;
      }
      PendingTree part =
          splitEntry(new Here(here.commit(), entry.id()), entry, child.getValue(), parents)
              .getFirst();
      if (part == null || part.isEmpty()) {
        left.remove();
      } else {
        child.setValue(part);
      }
    }
    return sought;
  }

  private List<@Nullable PendingTree> splitEntry(
      Here here, TreeContents.Entry entry, PendingTree sought, List<@Nullable TreeContents> parents)
      throws IOException {
    limits.countComparisons(parents.size());
    int same = -1;
    List<@Nullable ObjectId> directories = new ArrayList<>(parents.size());
    for (int i = 0; i < parents.size(); i++) {
      TreeContents parent = parents.get(i);
      TreeContents.Entry there = parent == null ? null : parent.find(entry.name());
      if (same < 0 && entry.isSameAs(there)) {
        same = i;
      }
      directories.add(there != null && there.isDirectory() ? there.id() : null);
    }
    boolean self = sought.isSelf();
    if (self && same < 0) {
      sought.change().foundIn(here.commit().copy());
      sought.selfIsSettled();
    }
    if (!sought.hasBelow()) {
      List<@Nullable PendingTree> moved = new ArrayList<>();
      directories.forEach(_ -> moved.add(null));
      if (self && same >= 0) {
        moved.set(same, sought);
      }
      return moved;
    }
    limits.descend();
    List<@Nullable PendingTree> moved = split(here, sought, directories, self ? same : -1);
    limits.ascend();
    return moved;
  }

  /** Resolves entries from a stored node; false if it has gaps. */
  private boolean settle(PendingTree sought, ObjectId tree, ObjectId name, LastChangeNode node)
      throws IOException {
    if (sought.isWhole()) {
      sought.change().knownAs(name);
      sought.wholeIsSettled();
    }
    if (!sought.hasBelow()) {
      return true;
    }
    TreeContents contents = trees.read(tree);
    boolean complete = node.commits().size() == contents.size();
    var left = sought.children().values().iterator();
    while (complete && left.hasNext()) {
      PendingTree child = left.next();
      TreeContents.Entry entry = contents.find(child.name());
      complete = entry != null && settleEntry(child, entry, node);
      if (complete) {
        left.remove();
      }
    }
    return complete;
  }

  private boolean settleEntry(PendingTree sought, TreeContents.Entry entry, LastChangeNode node)
      throws IOException {
    if (sought.isSelf()) {
      sought.change().foundIn(node.commits().get(entry.index()));
      sought.selfIsSettled();
    }
    if (!sought.hasBelow()) {
      return true;
    }
    ObjectId name = node.children().get(entry.directory());
    LastChangeNode below = stored.node(name);
    limits.descend();
    boolean settled = below != null && settle(sought, entry.id(), name, below);
    limits.ascend();
    return settled;
  }
}
