package org.packhouse.app.source.browse.lastchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.hooks.HistoryWalk;

/**
 * Finds the commits at which histories of branches meet. Indexing these first, oldest first, covers
 * each part of the history once: the walk from each tip ends at the nearest indexed commit. Thirty
 * branches that left the main branch over the years would be thirty walks to the root otherwise.
 *
 * <p>Each tip has a mark, and commits hand their marks to their parents, latest commit first, as in
 * {@code git merge-base}. Histories meet where different marks come together. If one branch is
 * merged into another repeatedly, the same marks meet in many commits: the oldest of them suffices,
 * and the first at which all marks are present.
 */
final class ForkPoints {

  /** One bit of a {@code long} for each tip. */
  static final int MAX_TIPS = Long.SIZE;

  /** Commits visited by one search, some seconds of work. */
  private static final int MAX_COMMITS = 1_000_000;

  /** Fork points returned: each costs rows of the index for the directories that it changed. */
  private static final int MAX_POINTS = 100;

  /** Bytes of heap for a visited commit: the commit, its parents, its slots in table and queue. */
  private static final int HEAP_PER_COMMIT = 200;

  private final Predicate<ObjectId> known;
  private final RequestMemory.Share memory;
  private final MarkingWalk walk;
  private final long sought;
  private final PriorityQueue<Marked> queue =
      new PriorityQueue<>(Comparator.comparingInt(Marked::getCommitTime).reversed());

  /** Number of queued commits by their marks. */
  private final Map<Long, Integer> queued = new HashMap<>();

  /** Number of queued commits with a mark of a sought tip. */
  private int seeking;

  private final List<Marked> first = new ArrayList<>();
  private final Map<Long, Marked> oldest = new HashMap<>();

  private ForkPoints(
      ObjectReader reader, Predicate<ObjectId> known, RequestMemory.Share memory, long sought) {
    this.known = known;
    this.memory = memory;
    this.walk = new MarkingWalk(reader);
    this.sought = sought;
  }

  /**
   * Finds where histories of tips meet, oldest first, without indexed commits.
   *
   * @param tips at most {@value #MAX_TIPS}
   * @param sought commits at which only other tips meet are left out
   * @param memory grants the heap for commits; without heap the result is partial
   */
  static List<ObjectId> find(
      ObjectReader reader,
      List<ObjectId> tips,
      Collection<ObjectId> sought,
      Predicate<ObjectId> known,
      RequestMemory.Share memory)
      throws IOException {
    if (tips.size() > MAX_TIPS) {
      throw new IllegalArgumentException("More than %d tips".formatted(MAX_TIPS));
    }
    Set<ObjectId> wanted = Set.copyOf(sought);
    long marks = 0;
    for (int i = 0; i < tips.size(); i++) {
      marks |= wanted.contains(tips.get(i)) ? 1L << i : 0;
    }
    ForkPoints points = new ForkPoints(reader, known, memory, marks);
    for (int i = 0; i < tips.size(); i++) {
      if (!points.mark(points.walk.lookupCommit(tips.get(i)), 1L << i)) {
        return List.of();
      }
    }
    points.run();
    return points.oldestFirst();
  }

  /** Returns whether all paths from a commit soon reach an indexed commit or a root. */
  static boolean isNear(ObjectReader reader, ObjectId tip, Predicate<ObjectId> known, int commits)
      throws IOException {
    HistoryWalk walk = new HistoryWalk(reader);
    Set<ObjectId> seen = new HashSet<>(Set.of(tip));
    List<RevCommit> next = new ArrayList<>(List.of(walk.lookupCommit(tip)));
    while (!next.isEmpty() && seen.size() <= commits) {
      RevCommit commit = next.removeLast();
      if (!known.test(commit)) {
        walk.parseHeaders(commit);
        for (RevCommit parent : commit.getParents()) {
          if (seen.add(parent)) {
            next.add(parent);
          }
        }
      }
    }
    return next.isEmpty();
  }

  private void run() throws IOException {
    // When all queued commits have the same marks, no other meeting can follow.
    for (int looked = 0; queued.size() > 1 && seeking > 0 && looked < MAX_COMMITS; looked++) {
      Marked commit = queue.remove();
      count(commit.marks, -1);
      commit.isQueued = false;
      commit.handedOn = commit.marks;
      long marks = known.test(commit) ? commit.marks & ~sought : commit.marks;
      meet(commit, marks);
      for (int i = 0; marks != 0 && i < commit.getParentCount(); i++) {
        if (!mark(commit.getParent(i), marks)) {
          return;
        }
      }
    }
    for (Marked commit = queue.poll(); commit != null; commit = queue.poll()) {
      meet(commit, known.test(commit) ? 0 : commit.marks);
    }
  }

  private void meet(Marked commit, long marks) {
    if (!commit.isMeeting || (marks & sought) == 0) {
      return;
    }
    if (commit.hadAll) {
      oldest.put(commit.marks, commit);
    } else {
      first.add(commit);
    }
  }

  /** Returns false if no heap is left for a commit that was not visited before. */
  private boolean mark(RevCommit commit, long marks) throws IOException {
    Marked marked = (Marked) commit;
    if (marked.marks == 0 && !memory.take(HEAP_PER_COMMIT)) {
      return false;
    }
    walk.parseHeaders(marked);
    if (marked.isQueued) {
      count(marked.marks, -1);
    }
    marked.add(marks);
    if (marked.marks == marked.handedOn) {
      return true;
    }
    count(marked.marks, 1);
    if (!marked.isQueued) {
      marked.isQueued = true;
      queue.add(marked);
    }
    return true;
  }

  private void count(long marks, int more) {
    queued.merge(marks, more, (before, change) -> before + change == 0 ? null : before + change);
    seeking += (marks & sought) == 0 ? 0 : more;
  }

  private List<ObjectId> oldestFirst() {
    Set<Marked> points = new HashSet<>(first);
    points.addAll(oldest.values());
    return points.stream()
        .sorted(Comparator.comparingInt(Marked::getCommitTime))
        .limit(MAX_POINTS)
        .map(Marked::copy)
        .toList();
  }

  private static final class MarkingWalk extends HistoryWalk {
    MarkingWalk(ObjectReader reader) {
      super(reader);
    }

    @Override
    protected RevCommit createCommit(AnyObjectId id) {
      return new Marked(id);
    }
  }

  private static final class Marked extends RevCommit {
    private static final long serialVersionUID = 1L;

    private long marks;
    private long handedOn;
    private boolean isQueued;

    /** Whether children with different marks led here. */
    private boolean isMeeting;

    /** Whether one child had all the marks that this commit has. */
    private boolean hadAll = true;

    Marked(AnyObjectId id) {
      super(id);
    }

    void add(long more) {
      if (marks == 0) {
        marks = more;
        return;
      }
      long all = marks | more;
      isMeeting |= more != marks;
      hadAll = all == more || (all == marks && hadAll);
      marks = all;
    }
  }
}
