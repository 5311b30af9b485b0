package org.packhouse.app.source.branch;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraph;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.HistoryWalk;

/**
 * The commits of a repository as numbers, so that a walk over tens of thousands of them touches
 * arrays alone. Commits of the commit-graph file have their place in it for a number; the commits
 * above it, that came after housekeeping wrote it, are read one by one and numbered behind. A
 * commit's generation is greater than that of each of its parents, whatever its date says.
 */
final class History {

  private static final int FIRST_GENERATION = 1;

  private final CommitGraph graph;
  private final int inGraph;
  private final RevWalk walk;
  private final Map<ObjectId, Integer> numbers = new HashMap<>();
  private final List<Above> above = new ArrayList<>();

  /** A commit that is not in the commit-graph file. */
  private static final class Above {
    private final int generation;
    private final int[] parents;

    Above(int generation, int[] parents) {
      this.generation = generation;
      this.parents = parents;
    }
  }

  /**
   * Makes one.
   *
   * @param reader open for as long as this is used
   */
  History(ObjectReader reader) throws IOException {
    graph = reader.getCommitGraph().orElse(CommitGraph.EMPTY);
    inGraph = Math.toIntExact(graph.getCommitCnt());
    walk = new HistoryWalk(reader);
  }

  /**
   * The number of a commit; whatever it reaches has a number from then on.
   *
   * @throws IOException if it, or a commit that it reaches, is not there or is no commit
   */
  int number(ObjectId commit) throws IOException {
    int known = known(commit);
    if (known >= 0) {
      return known;
    }
    Deque<RevCommit> open = new ArrayDeque<>();
    open.push(walk.parseCommit(commit));
    while (!open.isEmpty()) {
      RevCommit top = open.getFirst();
      RevCommit missing = firstUnknownParent(top);
      if (missing != null) {
        walk.parseHeaders(missing);
        open.push(missing);
      } else {
        open.pop();
        if (known(top) < 0) {
          append(top);
        }
      }
    }
    return known(commit);
  }

  private @Nullable RevCommit firstUnknownParent(RevCommit commit) {
    for (RevCommit parent : commit.getParents()) {
      if (known(parent) < 0) {
        return parent;
      }
    }
    return null;
  }

  private int known(ObjectId commit) {
    int place = inGraph == 0 ? -1 : graph.findGraphPosition(commit);
    return place >= 0 ? place : numbers.getOrDefault(commit, -1);
  }

  private void append(RevCommit commit) {
    int[] parents = new int[commit.getParentCount()];
    int generation = FIRST_GENERATION;
    for (int i = 0; i < parents.length; i++) {
      parents[i] = known(commit.getParent(i));
      generation = Math.max(generation, generation(parents[i]) + 1);
    }
    numbers.put(commit.copy(), size());
    above.add(new Above(generation, parents));
  }

  /** How many numbers are given: all are less than that. */
  int size() {
    return inGraph + above.size();
  }

  int generation(int commit) {
    return commit < inGraph
        ? graph.getCommitData(commit).getGeneration()
        : above.get(commit - inGraph).generation;
  }

  int[] parents(int commit) {
    return commit < inGraph
        ? graph.getCommitData(commit).getParents()
        : above.get(commit - inGraph).parents;
  }
}
