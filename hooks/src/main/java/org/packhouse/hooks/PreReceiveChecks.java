package org.packhouse.hooks;

import java.util.Comparator;
import java.util.List;

/** All pre-receive checks, in order. Each sees the changes that none before it refused. */
public final class PreReceiveChecks {

  private final List<PreReceiveCheck> checks;

  public PreReceiveChecks(List<PreReceiveCheck> checks) {
    this.checks = checks.stream().sorted(Comparator.comparingInt(PreReceiveCheck::order)).toList();
  }

  /** Returns at most one refusal per ref. */
  public List<Refusal> refusals(Push push) {
    return Refusals.of(checks, push.request(), (check, left) -> check.check(push.with(left)));
  }
}
