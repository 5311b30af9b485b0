package org.packhouse.app.storage.refs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.RefRule;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Refuses invalid ref names, and several changes of one ref in a request. */
@Component
class RefNameRule implements RefRule {

  @Override
  public List<Refusal> check(RefRequest request) {
    Set<String> seen = new HashSet<>();
    Set<String> repeated = new HashSet<>();
    for (RefChange change : request.changes()) {
      if (!seen.add(change.refName())) {
        repeated.add(change.refName());
      }
    }
    List<Refusal> refusals = new ArrayList<>();
    for (RefChange change : request.changes()) {
      String problem =
          repeated.contains(change.refName()) ? "multiple updates for one ref" : problem(change);
      if (problem != null) {
        refusals.add(new Refusal(change.refName(), problem, List.of()));
      }
    }
    return refusals;
  }

  private static @Nullable String problem(RefChange change) {
    return change.kind() == RefChange.Kind.ADD
        ? RefNameRules.creationProblem(change.refName())
        : RefNameRules.problem(change.refName());
  }

  @Override
  public int order() {
    return -100;
  }
}
