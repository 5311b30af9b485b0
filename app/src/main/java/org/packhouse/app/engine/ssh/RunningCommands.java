package org.packhouse.app.engine.ssh;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The running commands, with their start times. */
final class RunningCommands {

  private final Map<GitChannel, Long> startedAt = new ConcurrentHashMap<>();

  void add(GitChannel channel) {
    startedAt.put(channel, System.nanoTime());
  }

  void remove(GitChannel channel) {
    startedAt.remove(channel);
    synchronized (this) {
      notifyAll();
    }
  }

  Set<GitChannel> all() {
    return Set.copyOf(startedAt.keySet());
  }

  void stopOlderThan(Duration limit) {
    long now = System.nanoTime();
    startedAt.forEach((channel, start) -> {
      if (now - start > limit.toNanos()) {
        channel.stop("A command may take %d s at most".formatted(limit.toSeconds()));
      }
    });
  }

  /** Waits until no command runs; false if some still do after the time. */
  boolean awaitNone(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    synchronized (this) {
      while (!startedAt.isEmpty()) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return startedAt.keySet().toString();
  }
}
