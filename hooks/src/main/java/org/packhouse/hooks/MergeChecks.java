package org.packhouse.hooks;

import java.util.Comparator;
import java.util.List;

/** All merge checks; users see every veto at once. */
public final class MergeChecks {

  private final List<MergeCheck> checks;

  public MergeChecks(List<MergeCheck> checks) {
    this.checks = checks.stream().sorted(Comparator.comparingInt(MergeCheck::order)).toList();
  }

  public List<MergeCheck.Veto> vetoes(PullRequestMerge merge) {
    return checks.stream().flatMap(check -> check.check(merge).stream()).toList();
  }
}
