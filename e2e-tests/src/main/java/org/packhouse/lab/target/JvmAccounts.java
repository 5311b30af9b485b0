package org.packhouse.lab.target;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.measure.JvmThreads;
import org.packhouse.lab.measure.ProcessClock;

/** Books the processor time of servers that are JVMs by their threads. */
final class JvmAccounts {

  /** The names that HotSpot gives its own threads begin so. */
  private static final Map<String, List<String>> OWN =
      Map.of(
          Account.COMPILER,
          List.of("C1 Compiler", "C2 Compiler", "Training replay"),
          Account.COLLECTOR,
          List.of(
              "GC Thread",
              "G1 ",
              "VM Thread",
              "VM Periodic",
              "Parallel GC",
              "Native Heap Tri",
              "Monitor Deflati",
              "Service Thread",
              "Notification Th",
              "Reference Handl",
              "Finalizer",
              "Signal Dispatch",
              "Common-Cleaner"),
          Account.SAMPLING,
          List.of("JFR ", "jfr-", "Attach Listener"));

  private final List<Long> processes;
  private final List<JvmThreads> threads;

  /** Those of running JVMs. */
  JvmAccounts(List<Long> processes) {
    this.processes = List.copyOf(processes);
    this.threads = processes.stream().map(JvmThreads::new).toList();
  }

  List<Long> processes() {
    return processes;
  }

  /** What they have taken so far, in nanoseconds by account. */
  Map<String, Long> nanos() {
    Map<String, Long> found = new LinkedHashMap<>();
    long ended = processes.stream().mapToLong(ProcessClock::nanos).sum();
    for (JvmThreads each : threads) {
      for (Map.Entry<String, Long> group : each.nanos().entrySet()) {
        found.merge(account(group.getKey()), group.getValue(), Long::sum);
        ended -= group.getValue();
      }
    }
    found.put(Account.ofThread(Account.ENDED), ended);
    return found;
  }

  /** The account of threads of that name. */
  static String account(String thread) {
    return OWN.entrySet().stream()
        .filter(it -> it.getValue().stream().anyMatch(begin -> (thread + " ").startsWith(begin)))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(() -> Account.ofThread(thread));
  }

  /**
   * The same with what is left of a server's whole process tree.
   *
   * @param known what others of its processes have taken
   * @param whole what all have taken
   * @param rest the account of what is left
   */
  static Map<String, Long> completed(Map<String, Long> known, long whole, String rest) {
    Map<String, Long> all = new LinkedHashMap<>(known);
    long sum = known.values().stream().mapToLong(Long::longValue).sum();
    all.merge(rest, Math.max(0, whole - sum), Long::sum);
    return all;
  }
}
