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

/**
 * Background work of all nodes as the console shows it: what waits, what runs, and for how long.
 */
@Component
class BackgroundWork {

  /** Workers that are free look at least that often, and failed work is not due before its time. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<WorkQueue> queues;
  private final Clock clock;

  BackgroundWork(List<WorkQueue> queues, Clock clock) {
    this.queues = queues;
    this.clock = clock;
  }

  /**
   * A kind of work.
   *
   * @param queue pieces that are due and that nobody is at
   * @param running pieces on all nodes
   * @param done pieces since the nodes started
   * @param waited on the node where it was worst
   * @param ran likewise
   * @param stuck whether it waits although no worker has anything of its kind to do
   */
  record Kind(
      String work,
      Queue queue,
      int running,
      long done,
      WorkFigures.Times waited,
      WorkFigures.Times ran,
      boolean stuck) {}

  /** Pieces of a kind that wait; {@code dueSince} is null if nothing does. */
  record Queue(long waiting, @Nullable Instant dueSince) {

    static final Queue EMPTY = new Queue(0, null);
  }

  /** All kinds of which anything waits, runs, or was done, by name. */
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
    Instant longAgo = clock.instant().minus(PATIENCE);
    return names.stream()
        .map(name ->
            kind(
                name,
                waiting.getOrDefault(name, Queue.EMPTY),
                figures.getOrDefault(name, List.of()),
                longAgo))
        .toList();
  }

  private static Kind kind(String name, Queue queue, List<WorkFigures> nodes, Instant longAgo) {
    int running = nodes.stream().mapToInt(WorkFigures::running).sum();
    Instant dueSince = queue.dueSince();
    return new Kind(
        name,
        queue,
        running,
        nodes.stream().mapToLong(WorkFigures::done).sum(),
        worst(nodes, WorkFigures::waited),
        worst(nodes, WorkFigures::ran),
        running == 0 && dueSince != null && dueSince.isBefore(longAgo));
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
