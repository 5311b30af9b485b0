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
 * Refuses moves by which a branch keeps its commits and loses their order: whoever merges a branch
 * into their own work and pushes that has the branch's own line as second parent, and what was
 * pushed to it looks as if it had come by a merge. What loses commits is left to {@link
 * RejectForcePush}.
 */
public final class FirstParentOrder implements PreReceiveHook {

  @Override
  public String key() {
    return "org.packhouse.hooks:first-parent-order";
  }

  @Override
  public String name() {
    return "Protect First-Parent Order";
  }

  @Override
  public String description() {
    return "Refuses moves of a branch to a commit that has what the branch had, and not as its first"
        + " parents: merges of the branch into other work that take its place.";
  }

  @Override
  public void validate(Map<String, Object> settings) {
    // It has none.
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

  /**
   * Whether the first parents of the new commit lead to the old one. Of what the branch gets, the
   * line of first parents is followed to its end; it keeps the order if the next is the old commit.
   */
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
