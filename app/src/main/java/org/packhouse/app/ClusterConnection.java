package org.packhouse.app;

import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Topics;
import org.springframework.context.SmartLifecycle;

/**
 * The other nodes, as this one sees them from when it has a session until it has done everything
 * else.
 */
final class ClusterConnection implements SmartLifecycle {

  /** When others can read that this node is there, and before anything works in the background. */
  private static final int PHASE = -930;

  private final Membership membership;
  private final Topics topics;
  private final Runnable begin;
  private final Runnable end;
  private volatile boolean running;

  /**
   * A connection.
   *
   * @param begin lets the two see others
   * @param end lets them see none any more
   */
  ClusterConnection(Membership membership, Topics topics, Runnable begin, Runnable end) {
    this.membership = membership;
    this.topics = topics;
    this.begin = begin;
    this.end = end;
  }

  /** The nodes. */
  Membership membership() {
    return membership;
  }

  /** Messages to them. */
  Topics topics() {
    return topics;
  }

  @Override
  public void start() {
    begin.run();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    end.run();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
