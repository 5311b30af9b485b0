package org.packhouse.app.platform.localcluster.balancer;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** A node of the balancer, which gets new work while it serves and is not held. */
public final class Backend {

  private final String name;
  private final InetSocketAddress http;
  private final InetSocketAddress ssh;
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean healthy;
  private volatile boolean held;

  public Backend(String name, InetSocketAddress http, InetSocketAddress ssh) {
    this.name = name;
    this.http = http;
    this.ssh = ssh;
  }

  public String name() {
    return name;
  }

  InetSocketAddress http() {
    return http;
  }

  InetSocketAddress ssh() {
    return ssh;
  }

  /** Keeps new work from the node, or no longer. */
  public void hold(boolean holding) {
    held = holding;
  }

  /** Returns the result of the last health check or connection. */
  public boolean isHealthy() {
    return healthy;
  }

  void healthy(boolean found) {
    healthy = found;
  }

  boolean inRotation() {
    return healthy && !held;
  }

  int connections() {
    return connections.get();
  }

  void count(Channel connection) {
    connections.incrementAndGet();
    connection.closeFuture().addListener(_ -> connections.decrementAndGet());
  }
}
