package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.revwalk.RevCommit;
import org.packhouse.hooks.FastForward;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/**
 * Refuses updates that keep a branch's commits but lose its first-parent order, as after merging
 * the branch into other work and pushing that. Lost commits are left to {@link RejectForcePush}.
 */
public final class FirstParentOrder extends PreReceiveHook {

  public FirstParentOrder() {
    super(
        "org.packhouse.hooks:first-parent-order",
        "Protect First-Parent Order",
        "Refuses moves of a branch to a commit that has what the branch had, and not as its first"
            + " parents: merges of the branch into other work that take its place.");
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    for (RefChange change : arrival.arriving()) {
      if (change.refName().startsWith("refs/heads/")
          && change.kind() == RefChange.Kind.UPDATE
          && !keepsOrder(arrival, change)) {
        refusals.add(
            new Refusal(
                change.refName(),
                "first-parent order changed",
                List.of(
                    "%s would be merged into other work, not other work into it."
                        .formatted(change.refName()),
                    "Merge your work into it, or rebase your work onto it.")));
      }
    }
    return refusals;
  }

  /** Returns whether the first parents of the new commit lead to the old one. */
  private static boolean keepsOrder(Arrival arrival, RefChange change) throws IOException {
    if (!FastForward.is(arrival.push().objects(), change)) {
      return true;
    }
    try (HistoryWalk walk = new HistoryWalk(arrival.push().objects())) {
      RevCommit before = walk.parseCommit(change.oldId());
      RevCommit after = walk.parseCommit(change.newId());
      walk.markStart(after);
      walk.markUninteresting(before);
      Set<RevCommit> gained = new HashSet<>();
      for (RevCommit commit : walk) {
        gained.add(commit);
      }
      RevCommit at = after;
      while (gained.contains(at) && at.getParentCount() > 0) {
        at = at.getParent(0);
      }
      return at.equals(before);
    }
  }
}
