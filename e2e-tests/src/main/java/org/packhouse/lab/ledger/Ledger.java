package org.packhouse.lab.ledger;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The cost of operations for a server that had nothing else to do, each until the server was idle
 * again, split by who took it. What an idle server takes is taken off everywhere.
 *
 * @param operations one after another
 * @param later what came after the last of them was taken for over, in milliseconds by account
 * @param idle what the idle server takes, in milliseconds a second by account
 * @param split shares of what threads took by account, by the account of the threads; none of
 *     threads that were not sampled
 */
public record Ledger(
    List<Entry> operations,
    Map<String, Double> later,
    Map<String, Double> idle,
    Map<String, Map<String, Double>> split) {

  /** That of a stage whose operations were not made alone. */
  public static final Ledger NONE = new Ledger(List.of(), Map.of(), Map.of(), Map.of());

  /**
   * One operation.
   *
   * @param millis of processor time by account until the server was idle
   * @param withinOne milliseconds of processor time within a second of the operation's begin
   * @param withinFive the same within five seconds, or until the server was idle
   * @param seconds until the server was idle
   */
  public record Entry(
      Map<String, Double> millis, double withinOne, double withinFive, double seconds) {

    /** All accounts together. */
    public double sum() {
      return total(millis);
    }
  }

  /** The sum of all accounts. */
  public static double total(Map<String, Double> millis) {
    return millis.values().stream().mapToDouble(it -> it).sum();
  }

  /**
   * One operation by account, in milliseconds, the dearest first: the mean of all operations of
   * those ledgers, with what came later. What comes after some operations only is in it.
   */
  public static Map<String, Double> each(List<Ledger> ledgers) {
    Map<String, Double> sums = new TreeMap<>();
    long all = ledgers.stream().mapToLong(it -> it.operations().size()).sum();
    for (Ledger ledger : ledgers) {
      Stream.concat(ledger.operations().stream().map(Entry::millis), Stream.of(ledger.later()))
          .map(ledger::divided)
          .forEach(each ->
              each.forEach((account, millis) -> sums.merge(account, millis / all, Double::sum)));
    }
    return sorted(sums);
  }

  private static Map<String, Double> sorted(Map<String, Double> sums) {
    Map<String, Double> sorted = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(it -> sorted.put(it.getKey(), it.getValue()));
    return sorted;
  }

  /** The same with the time of threads divided as it was sampled. */
  private Map<String, Double> divided(Map<String, Double> millis) {
    Map<String, Double> divided = new TreeMap<>();
    millis.forEach((account, value) -> {
      Optional<String> thread = Account.thread(account);
      if (thread.isEmpty()) {
        divided.merge(account, value, Double::sum);
      } else {
        split
            .getOrDefault(account, Map.of(StackAccounts.ofThread(thread.get()), 1.0))
            .forEach((part, share) -> divided.merge(part, value * share, Double::sum));
      }
    });
    return divided;
  }

  /**
   * The shares of what threads took, by the account of the threads.
   *
   * @param sampled milliseconds by thread and account while operations were made
   * @param idle those that the idle server would have been sampled at in that time
   */
  public static Map<String, Map<String, Double>> split(
      Map<String, Map<String, Double>> sampled, Map<String, Map<String, Double>> idle) {
    Map<String, Map<String, Double>> split = new TreeMap<>();
    sampled.forEach((thread, accounts) -> {
      Map<String, Double> own = new TreeMap<>(accounts);
      idle.getOrDefault(thread, Map.of())
          .forEach((account, millis) ->
              own.computeIfPresent(account, (_, all) -> Math.max(0, all - millis)));
      Map<String, Double> shares = total(own) > 0 ? own : new TreeMap<>(accounts);
      double sum = total(shares);
      shares.replaceAll((_, millis) -> millis / sum);
      split.put(thread, shares);
    });
    return split;
  }
}
