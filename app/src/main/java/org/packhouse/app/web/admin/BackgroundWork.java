package org.packhouse.app.web.admin;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cluster.NodeReport;
import org.packhouse.app.platform.outbox.WorkFigures;
import org.packhouse.app.platform.outbox.WorkQueue;
import org.springframework.stereotype.Component;

/** Summarises the background work of all nodes: what waits, what runs, and for how long. */
@Component
record BackgroundWork(List<WorkQueue> queues, Clock clock) {

  /** Wait after which due work counts as stuck: idle workers look for work more often than this. */
  private static final Duration STUCK_AFTER = Duration.ofMinutes(2);

  /**
   * A kind of work: pieces running on all nodes, pieces done since the nodes started, and the times
   * of the slowest node. It is {@code stuck} if due work waits although no worker runs any.
   */
  record Kind(
      String work,
      Queue queue,
      int running,
      long done,
      WorkFigures.Times waited,
      WorkFigures.Times ran,
      boolean stuck) {}

  /** Due pieces that no worker has taken; {@code dueSince} is null if there are none. */
  record Queue(long waiting, @Nullable Instant dueSince) {

    static final Queue EMPTY = new Queue(0, null);
  }

  /** Returns all kinds of work that wait, run or have run, by name. */
  List<Kind> kinds(Collection<NodeReport> nodes) {
    Map<String, Queue> waiting =
        queues.stream()
            .flatMap(queue -> queue.waiting().stream())
            .collect(
                Collectors.toMap(
                    WorkQueue.Waiting::work, it -> new Queue(it.count(), it.dueSince())));
    Map<String, List<WorkFigures>> figures =
        nodes.stream()
            .filter(node -> !node.times().late() && node.figures().work() != null)
            .flatMap(node -> node.figures().work().stream())
            .collect(Collectors.groupingBy(WorkFigures::work, TreeMap::new, Collectors.toList()));
    Collection<String> names = new TreeSet<>(waiting.keySet());
    names.addAll(figures.keySet());
    Instant stuckBefore = clock.instant().minus(STUCK_AFTER);
    return names.stream()
        .map(name ->
            kind(
                name,
                waiting.getOrDefault(name, Queue.EMPTY),
                figures.getOrDefault(name, List.of()),
                stuckBefore))
        .toList();
  }

  private static Kind kind(String name, Queue queue, List<WorkFigures> nodes, Instant stuckBefore) {
    int running = nodes.stream().mapToInt(WorkFigures::running).sum();
    Instant dueSince = queue.dueSince();
    return new Kind(
        name,
        queue,
        running,
        nodes.stream().mapToLong(WorkFigures::done).sum(),
        worst(nodes, WorkFigures::waited),
        worst(nodes, WorkFigures::ran),
        running == 0 && dueSince != null && dueSince.isBefore(stuckBefore));
  }

  private static WorkFigures.Times worst(
      List<WorkFigures> nodes, Function<WorkFigures, WorkFigures.Times> times) {
    return new WorkFigures.Times(
        largest(nodes, it -> times.apply(it).half()), largest(nodes, it -> times.apply(it).most()));
  }

  private static double largest(List<WorkFigures> nodes, ToDoubleFunction<WorkFigures> of) {
    return nodes.stream().mapToDouble(of).max().orElse(0);
  }
}
