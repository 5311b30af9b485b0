package org.packhouse.hooks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Collects one refusal for each ref at most, so that a person reads one reason for it. */
final class Refusals {

  private Refusals() {}

  /**
   * Asks one judge after the other about the changes that none before it refused.
   *
   * @param ask has a judge look at what is left of the request
   */
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
