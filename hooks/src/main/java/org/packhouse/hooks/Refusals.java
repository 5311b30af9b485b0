package org.packhouse.hooks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Collects at most one refusal per ref, so that users read one reason. */
final class Refusals {

  private Refusals() {}

  /** Asks each judge about the changes that none before it refused. */
  static <T> List<Refusal> of(
      List<T> judges, RefRequest request, BiFunction<T, RefRequest, List<Refusal>> ask) {
    List<Refusal> refusals = new ArrayList<>();
    Set<String> refused = new HashSet<>();
    for (T judge : judges) {
      RefRequest left = request.without(refused);
      if (left.changes().isEmpty()) {
        break;
      }
      for (Refusal refusal : ask.apply(judge, left)) {
        if (refused.add(refusal.refName())) {
          refusals.add(refusal);
        }
      }
    }
    return refusals;
  }
}
