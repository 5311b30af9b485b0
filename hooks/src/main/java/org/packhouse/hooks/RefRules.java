package org.packhouse.hooks;

import java.util.Comparator;
import java.util.List;

/** All ref rules, in order. Each sees the changes that none before it refused. */
public final class RefRules {

  private final List<RefRule> rules;

  public RefRules(List<RefRule> rules) {
    this.rules = rules.stream().sorted(Comparator.comparingInt(RefRule::order)).toList();
  }

  /** Returns at most one refusal per ref. */
  public List<Refusal> refusals(RefRequest request) {
    return Refusals.of(rules, request, RefRule::check);
  }
}
