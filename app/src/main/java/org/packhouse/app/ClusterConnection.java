package org.packhouse.app;

import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Topics;
import org.springframework.context.SmartLifecycle;

/** Membership and topics of the cluster, between this node's session and its stop. */
final class ClusterConnection implements SmartLifecycle {

  /** When others can read that this node is there, before background work begins. */
  private static final int PHASE = -930;

  private final Membership membership;
  private final Topics topics;
  private final Runnable begin;
  private final Runnable end;
  private volatile boolean running;

  ClusterConnection(Membership membership, Topics topics, Runnable begin, Runnable end) {
    this.membership = membership;
    this.topics = topics;
    this.begin = begin;
    this.end = end;
  }

  Membership membership() {
    return membership;
  }

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
