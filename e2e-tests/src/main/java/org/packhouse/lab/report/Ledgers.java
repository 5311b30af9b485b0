package org.packhouse.lab.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.packhouse.lab.ledger.Ledger;
import org.packhouse.lab.load.StageRecord;

/** The operations of a run that were made alone, by target and account. */
final class Ledgers {

  private final Map<String, List<Ledger>> ledgers = new LinkedHashMap<>();
  private final Map<String, Map<String, Double>> each = new LinkedHashMap<>();

  Ledgers(Summary summary) {
    for (String target : summary.targets()) {
      List<Ledger> found =
          summary.stages().stream()
              .flatMap(stage -> summary.rounds(target, stage).stream())
              .map(StageRecord::ledger)
              .filter(it -> !it.operations().isEmpty())
              .toList();
      if (!found.isEmpty()) {
        ledgers.put(target, found);
        each.put(target, Ledger.each(found));
      }
    }
  }

  boolean isEmpty() {
    return ledgers.isEmpty();
  }

  /** Those that have any. */
  List<String> targets() {
    return List.copyOf(ledgers.keySet());
  }

  /** All accounts, those that are dear on any target first. */
  List<String> accounts() {
    Map<String, Double> most = new TreeMap<>();
    each.values().forEach(it -> it.forEach((account, ms) -> most.merge(account, ms, Math::max)));
    return most.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Milliseconds of an operation; 0 if the target has no such account. */
  double millis(String target, String account) {
    return each(target).getOrDefault(account, 0.0);
  }

  /** Milliseconds of an operation by account. */
  Map<String, Double> each(String target) {
    return each.getOrDefault(target, Map.of());
  }

  /** All accounts together. */
  double sum(String target) {
    return Ledger.total(each(target));
  }

  /** How many operations were made. */
  long count(String target) {
    return entries(target).size();
  }

  /** Half of the operations had that figure, or a smaller one. */
  double median(String target, ToDoubleFunction<Ledger.Entry> figure) {
    DoubleStream values = entries(target).stream().mapToDouble(figure).sorted();
    double[] sorted = values.toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** Milliseconds of an operation that came after the target had been idle. */
  double later(String target) {
    return of(target).stream().mapToDouble(it -> Ledger.total(it.later())).sum() / count(target);
  }

  /** What the idle target takes, in milliseconds a second. */
  double idle(String target) {
    return of(target).stream().mapToDouble(it -> Ledger.total(it.idle())).average().orElse(0);
  }

  private List<Ledger> of(String target) {
    return ledgers.getOrDefault(target, List.of());
  }

  private List<Ledger.Entry> entries(String target) {
    return of(target).stream().flatMap(it -> it.operations().stream()).toList();
  }
}
