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
 * Numbers commits, so that walks over tens of thousands of them use arrays. Commits of the
 * commit-graph file are numbered by their position in it; newer commits are read one by one and
 * numbered behind. The generation of a commit is greater than that of each parent, whatever its
 * date.
 */
final class History {

  private static final int FIRST_GENERATION = 1;

  private final CommitGraph graph;
  private final int inGraph;
  private final RevWalk walk;
  private final Map<ObjectId, Integer> numbers = new HashMap<>();
  private final List<Above> above = new ArrayList<>();

  private static final class Above {
    private final int generation;
    private final int[] parents;

    Above(int generation, int[] parents) {
      this.generation = generation;
      this.parents = parents;
    }
  }

  /** Creates a history whose reader must stay open as long as it is used. */
  History(ObjectReader reader) throws IOException {
    graph = reader.getCommitGraph().orElse(CommitGraph.EMPTY);
    inGraph = Math.toIntExact(graph.getCommitCnt());
    walk = new HistoryWalk(reader);
  }

  /** Numbers a commit and all that it reaches. */
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
