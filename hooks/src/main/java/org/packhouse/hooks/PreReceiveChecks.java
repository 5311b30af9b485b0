package org.packhouse.hooks;

import java.util.Comparator;
import java.util.List;

/**
 * All checks that ref moves must pass, cheap ones first. A check sees the changes that no check
 * before it refused.
 */
public final class PreReceiveChecks {

  private final List<PreReceiveCheck> checks;

  /** Makes it of checks in any order. */
  public PreReceiveChecks(List<PreReceiveCheck> checks) {
    this.checks = checks.stream().sorted(Comparator.comparingInt(PreReceiveCheck::order)).toList();
  }

  /** Every refusal, at most one for each ref. */
  public List<Refusal> refusals(Push push) {
    return Refusals.of(checks, push.request(), (check, left) -> check.check(push.with(left)));
  }
}
