package org.packhouse.hooks;

import java.util.Comparator;
import java.util.List;

/** All checks that the merge of a pull request must pass; people read every veto at once. */
public final class MergeChecks {

  private final List<MergeCheck> checks;

  /** Makes it of checks in any order. */
  public MergeChecks(List<MergeCheck> checks) {
    this.checks = checks.stream().sorted(Comparator.comparingInt(MergeCheck::order)).toList();
  }

  /** Every veto, in the order of the checks. */
  public List<MergeCheck.Veto> vetoes(PullRequestMerge merge) {
    return checks.stream().flatMap(check -> check.check(merge).stream()).toList();
  }
}
