package org.packhouse.lab.data;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The commits of a made repository, which files each of them changes, and where its branches and
 * tags are. The trunk has side lines of two commits that are merged; branches have two commits of
 * their own if there are commits enough, and point at commits of the trunk otherwise.
 */
final class History {

  private static final int SIDE_EVERY = 12;
  private static final int OWN = 2;
  private static final int MAX_CHANGES = 3;

  private final RepositoryPlan plan;
  private final SplittableRandom random = new SplittableRandom(20_260_101);
  private final List<Commit> commits = new ArrayList<>();
  private final List<Integer> trunk = new ArrayList<>();
  private final List<Integer> branches = new ArrayList<>();
  private final int[] versions;

  /**
   * A commit.
   *
   * @param parents numbers of commits before it
   * @param changes what it changes
   */
  record Commit(List<Integer> parents, List<Change> changes) {}

  /** A version of a file, from 0. */
  record Change(int file, int version) {}

  private History(RepositoryPlan plan) {
    this.plan = plan;
    this.versions = new int[plan.files()];
  }

  /** The history of that plan, the same each time. */
  static History of(RepositoryPlan plan) {
    History history = new History(plan);
    history.grow();
    return history;
  }

  private void grow() {
    List<Change> all = new ArrayList<>();
    for (int file = 0; file < plan.files(); file++) {
      all.add(next(file));
    }
    trunk.add(add(List.of(), all));
    int others = plan.branches() - 1;
    boolean own = others * (long) OWN <= plan.commits() / 2;
    int trunkCommits = plan.commits() - (own ? others * OWN : 0);
    while (commits.size() < plan.commits()) {
      boolean room = plan.commits() - commits.size() > OWN;
      int due = (int) ((long) others * trunk.size() / Math.max(trunkCommits / 2, 1));
      if (own && branches.size() < others && (branches.size() < due || !trunkHasRoom(others))) {
        branches.add(line(trunk.getLast()));
      } else if (room && trunkHasRoom(others) && commits.size() % SIDE_EVERY == SIDE_EVERY / 2) {
        merge();
      } else {
        trunk.add(add(List.of(trunk.getLast()), someChanges()));
      }
    }
    while (branches.size() < others) {
      branches.add(trunk.get(random.nextInt(trunk.size())));
    }
  }

  /** Whether commits are left when each branch has had its own. */
  private boolean trunkHasRoom(int others) {
    boolean own = others * (long) OWN <= plan.commits() / 2;
    int kept = own ? (others - branches.size()) * OWN : 0;
    return plan.commits() - commits.size() - kept > OWN;
  }

  private int line(int from) {
    int tip = from;
    for (int i = 0; i < OWN && commits.size() < plan.commits(); i++) {
      tip = add(List.of(tip), someChanges());
    }
    return tip;
  }

  private void merge() {
    int side = add(List.of(trunk.getLast()), someChanges());
    List<Change> merged = commits.get(side).changes();
    trunk.add(add(List.of(trunk.getLast()), someChanges()));
    trunk.add(add(List.of(trunk.getLast(), side), merged));
  }

  private int add(List<Integer> parents, List<Change> changes) {
    commits.add(new Commit(parents, changes));
    return commits.size() - 1;
  }

  private List<Change> someChanges() {
    int count = Math.min(1 + random.nextInt(MAX_CHANGES), plan.files());
    int first = random.nextInt(plan.files());
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      changes.add(next((first + i * 7) % plan.files()));
    }
    return changes.stream().distinct().toList();
  }

  private Change next(int file) {
    return new Change(file, versions[file]++);
  }

  /** All commits, parents first. */
  List<Commit> commits() {
    return commits;
  }

  /** How many versions that file has. */
  int versions(int file) {
    return versions[file];
  }

  /** The commit of the default branch. */
  int trunkTip() {
    return trunk.getLast();
  }

  /** The commit of each other branch. */
  List<Integer> branchTips() {
    return branches;
  }

  /** The commit of that tag: they lie along the trunk. */
  int tagged(int tag) {
    return trunk.get((int) ((tag + 1L) * (trunk.size() - 1) / Math.max(plan.tags(), 1)));
  }
}
