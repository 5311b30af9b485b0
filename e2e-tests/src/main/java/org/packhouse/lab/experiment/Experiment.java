package org.packhouse.lab.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.link.Link;

/**
 * The content of an experiment's file.
 *
 * @param name of its file, without {@code .json}
 * @param shows one line on what it shows
 * @param seed of all that is drawn
 * @param rounds how often each target has its turn: A B A B for two
 */
@Value.Builder
public record Experiment(
    String name,
    String shows,
    long seed,
    int rounds,
    List<RepositoryPlan> repositories,
    List<TargetPlan> targets,
    List<OperationPlan> operations,
    Load load,
    Link link) {

  /** Whether some operations come at a rate beside the workers of a closed loop. */
  public boolean hasVisitors() {
    return !load.open() && operations.stream().anyMatch(it -> it.ratePerHour() > 0);
  }

  /**
   * A server to measure.
   *
   * @param name in the report
   * @param kind {@code packhouse}, {@code stock-git}, {@code file} or {@code url}
   * @param nodes how many application nodes
   * @param properties settings of the server
   * @param url where it runs, for {@code url}
   * @param build the source tree whose build is started, for {@code packhouse}; null for the one
   *     that the lab is of
   */
  public record TargetPlan(
      String name,
      String kind,
      int nodes,
      Map<String, String> properties,
      @Nullable String url,
      @Nullable Path build) {

    /**
     * Ends the name of a target that another one is compared with, of which it is an older build.
     */
    public static final String BEFORE = "-before";

    /** A server of the source tree that the lab is of, or of none. */
    public TargetPlan(
        String name, String kind, int nodes, Map<String, String> properties, @Nullable String url) {
      this(name, kind, nodes, properties, url, null);
    }
  }

  /**
   * The rise of the load.
   *
   * @param open whether operations come at a rate, whether or not earlier ones have ended
   * @param ratesPerNode whether a target of several nodes gets the rates for each of them
   */
  public record Load(boolean open, boolean ratesPerNode, Duration warmUp, List<Stage> stages) {}

  /**
   * One step of the load.
   *
   * @param workers how many clients work at once in a closed loop; at most in an open one
   * @param rateFactor what the rates of an open loop are multiplied by
   * @param restart whether the target is stopped and started again in place of operations, and then
   *     left alone for the duration
   * @param alone how many operations are made one at a time, each when the target is idle again, in
   *     place of a load; the target is left alone for the duration before and after them. 0 for a
   *     load
   */
  public record Stage(
      int workers, double rateFactor, Duration duration, boolean restart, int alone) {

    /** A stage of operations. */
    public Stage(int workers, double rateFactor, Duration duration) {
      this(workers, rateFactor, duration, false);
    }

    /** A stage, in which workers do operations, or in which the target is stopped and started. */
    public Stage(int workers, double rateFactor, Duration duration, boolean restart) {
      this(workers, rateFactor, duration, restart, 0);
    }

    /** The same with other rates. */
    public Stage withRates(double times) {
      return new Stage(workers, rateFactor * times, duration, restart, alone);
    }
  }
}
