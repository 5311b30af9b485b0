package org.packhouse.app.platform.localcluster.balancer;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A node as the balancer sees it. It is in rotation, and gets what is new, while it says by {@code
 * /status} that it serves and nobody holds it back; what it has begun goes on in any case.
 */
public final class Backend {

  private final String name;
  private final InetSocketAddress http;
  private final InetSocketAddress ssh;
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean healthy;
  private volatile boolean held;

  /** A node with those addresses that has not been asked yet. */
  public Backend(String name, InetSocketAddress http, InetSocketAddress ssh) {
    this.name = name;
    this.http = http;
    this.ssh = ssh;
  }

  /** What people call it. */
  public String name() {
    return name;
  }

  InetSocketAddress http() {
    return http;
  }

  InetSocketAddress ssh() {
    return ssh;
  }

  /** Gives it nothing new from now on, whatever it says of itself, or no longer so. */
  public void hold(boolean holding) {
    held = holding;
  }

  /** Whether it said so when it was last asked, or connected to. */
  public boolean isHealthy() {
    return healthy;
  }

  void healthy(boolean found) {
    healthy = found;
  }

  boolean inRotation() {
    return healthy && !held;
  }

  /** How many connections go through this balancer to it. */
  int connections() {
    return connections.get();
  }

  void count(Channel connection) {
    connections.incrementAndGet();
    connection.closeFuture().addListener(_ -> connections.decrementAndGet());
  }
}
