package org.packhouse.lab.ledger;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.lab.measure.JvmThreads;

/**
 * Books a sampled stack to an account: by the thread's name if that tells who it works for,
 * otherwise by the outermost class of the server's that is no mere runner of work. What no rule
 * names keeps the name of its package or thread, so that nothing is hidden.
 */
final class StackAccounts {

  private static final String SERVER = "org.packhouse.app.";
  private static final String PLATFORM = "platform.";

  private static final List<String> REQUEST =
      List.of("org.apache.coyote.", "org.apache.catalina.", "sun.net.httpserver.");

  private static final Map<String, String> AREAS =
      new Table()
          .add("upkeep.housekeeping", "housekeeping")
          .add("source.overview", "overview")
          .add("source.browse.lastchange", "last changes")
          .add("source.search", "search")
          .add("review.pullrequest.trial", "trials of merges")
          .add("review.pullrequest.rescope", "rescopes")
          .add("notice.webhook", "webhooks")
          .add("engine.git", Account.ANSWER)
          .add("engine.ssh", Account.ANSWER)
          .add("engine.admission", Account.ANSWER)
          .add("engine.connector", Account.ANSWER)
          .rows();

  private static final Map<String, String> LIBRARIES =
      new Table()
          .add("com.github.kagkarlsson.", "scheduler")
          .add("com.hazelcast.", "Hazelcast")
          .add("com.zaxxer.", "connection pool")
          .add("com.github.benmanes.", "caches")
          .add("jdk.jfr.", Account.SAMPLING)
          .rows();

  private StackAccounts() {}

  /** Rows in the order in which they are looked at. */
  private static final class Table {
    private final Map<String, String> rows = new LinkedHashMap<>();

    Table add(String prefix, String account) {
      rows.put(prefix, account);
      return this;
    }

    Map<String, String> rows() {
      return rows;
    }
  }

  /**
   * The account of a stack.
   *
   * @param thread its name
   * @param classes of its frames, the outermost first
   */
  static String of(String thread, List<String> classes) {
    Optional<String> told = named(thread);
    if (told.isPresent()) {
      return told.get();
    }
    if (thread.startsWith("ForkJoinPool")
        && classes.stream().noneMatch(it -> it.startsWith(SERVER))) {
      return "carriers of virtual threads";
    }
    if (thread.startsWith("JFR ")) {
      return Account.SAMPLING;
    }
    if (classes.stream().anyMatch(it -> REQUEST.stream().anyMatch(it::startsWith))) {
      return Account.ANSWER;
    }
    return area(classes).or(() -> library(classes)).orElseGet(() -> ofThread(thread));
  }

  /** The account of threads of which no stack is known. */
  static String ofThread(String thread) {
    return named(thread).orElseGet(() -> "thread " + JvmThreads.group(thread));
  }

  /** The account of threads whose name tells it. */
  private static Optional<String> named(String thread) {
    if (thread.startsWith("outbox-")) {
      return Optional.of(thread.replace('-', ' '));
    }
    return thread.contains("housekeep") ? Optional.of("housekeeping") : Optional.empty();
  }

  private static Optional<String> area(List<String> classes) {
    List<String> own =
        classes.stream()
            .filter(it -> it.startsWith(SERVER))
            .map(it -> it.substring(SERVER.length()))
            .toList();
    return own.stream()
        .filter(it -> !it.startsWith(PLATFORM))
        .findFirst()
        .or(() -> own.stream().findFirst())
        .map(StackAccounts::name);
  }

  /** A class's area, or its package down to the second level. */
  private static String name(String type) {
    return AREAS.entrySet().stream()
        .filter(it -> type.startsWith(it.getKey() + "."))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> type.replaceFirst("^([a-z]+(\\.[a-z]+)?).*", "$1"));
  }

  private static Optional<String> library(List<String> classes) {
    return classes.stream()
        .flatMap(type ->
            LIBRARIES.entrySet().stream()
                .filter(it -> type.startsWith(it.getKey()))
                .map(Map.Entry::getValue))
        .findFirst();
  }
}
