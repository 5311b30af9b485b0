package org.packhouse.hooks;

import java.util.Comparator;
import java.util.List;

/** All rules that ref moves must obey. A rule sees the changes that no rule before it refused. */
public final class RefRules {

  private final List<RefRule> rules;

  /** Makes it of rules in any order. */
  public RefRules(List<RefRule> rules) {
    this.rules = rules.stream().sorted(Comparator.comparingInt(RefRule::order)).toList();
  }

  /** Every refusal, at most one for each ref. */
  public List<Refusal> refusals(RefRequest request) {
    return Refusals.of(rules, request, RefRule::check);
  }
}
