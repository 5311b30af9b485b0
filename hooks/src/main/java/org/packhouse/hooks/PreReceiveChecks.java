package org.packhouse.hooks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All checks that a push must pass, cheap ones first. A check sees the changes that no check before
 * it refused, so that a person reads one reason for each ref.
 */
public final class PreReceiveChecks {

  private final List<PreReceiveCheck> checks;

  /** Makes it of checks in any order. */
  public PreReceiveChecks(List<PreReceiveCheck> checks) {
    this.checks = checks.stream().sorted(Comparator.comparingInt(PreReceiveCheck::order)).toList();
  }

  /** Every refusal, at most one for each change. */
  public List<PreReceiveCheck.Refusal> refusals(Push push) {
    List<PreReceiveCheck.Refusal> refusals = new ArrayList<>();
    Set<String> refused = new HashSet<>();
    for (PreReceiveCheck check : checks) {
      List<RefChange> left =
          push.changes().stream().filter(change -> !refused.contains(change.refName())).toList();
      if (left.isEmpty()) {
        break;
      }
      for (PreReceiveCheck.Refusal refusal : check.check(push.with(left))) {
        if (refused.add(refusal.refName())) {
          refusals.add(refusal);
        }
      }
    }
    return refusals;
  }
}
