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
 * Finds the commits at which the histories of tips meet. Whoever learns all about these first, from
 * the oldest on, goes over each part of the history once: each commit is the end of the walks from
 * those above it. Thirty branches that left the main one over the years are thirty walks to its
 * beginning otherwise.
 *
 * <p>Each tip has a mark, and commits hand their marks on to their parents, the latest commit
 * first, as {@code git merge-base} does it. Histories meet where different marks come together.
 * Where one branch is merged into another again and again, the same marks meet in many commits, of
 * which the oldest will do, and the one before which none had them all.
 */
final class ForkPoints {

  /** A {@code long} has as many marks. */
  static final int MAX_TIPS = Long.SIZE;

  /** Some seconds of work. */
  private static final int MAX_COMMITS = 1_000_000;

  /** Each costs what a directory that it changed takes in the index. */
  private static final int MAX_POINTS = 100;

  /** Of a commit that was seen: itself, its parents, its place in a table and in the queue. */
  private static final int HEAP_PER_COMMIT = 200;

  private final Predicate<ObjectId> known;
  private final RequestMemory.Share memory;
  private final MarkingWalk walk;
  private final long sought;
  private final PriorityQueue<Marked> queue =
      new PriorityQueue<>(Comparator.comparingInt(Marked::getCommitTime).reversed());

  /** How many commits of the queue have the same marks, by these. */
  private final Map<Long, Integer> queued = new HashMap<>();

  /** How many commits of the queue have a mark of what is sought. */
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
   * Finds where the histories of some tips meet those of others, and one another.
   *
   * @param tips at most {@value #MAX_TIPS}
   * @param sought those of them that matter; where only others meet is not told
   * @param known whether all is known of a commit: nobody walks further from there
   * @param memory where the heap for the commits is taken; without it less is found
   * @return the oldest first, and none that is known
   * @throws IOException if a commit cannot be read
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

  /**
   * Whether each way from a commit comes to one that is known, or to the beginning, within some
   * commits.
   *
   * @throws IOException if a commit cannot be read
   */
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
    // Commits that all have the same marks lead to no others.
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

  /** False if there is no heap left for a commit that was not seen before. */
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

  /** Makes commits that can be marked. */
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

    /** Whether what came here had different marks. */
    private boolean isMeeting;

    /** Whether one of those had all marks that are here now. */
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
