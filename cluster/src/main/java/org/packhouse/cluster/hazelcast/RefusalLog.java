package org.packhouse.cluster.hazelcast;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.packhouse.cluster.hazelcast.MemberHandshake.RefusalException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs nodes that refuse each other, and keep trying, the same ones only now and then. */
final class RefusalLog {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final Duration AGAIN_AFTER = Duration.ofMinutes(10);
  private static final int MAX_REMEMBERED = 100;

  private final ReentrantLock telling = new ReentrantLock();
  private final Map<String, Long> toldAt = new LinkedHashMap<>();

  void tell(String address, RefusalException refusal) {
    String host = address.replaceFirst(":\\d+$", "");
    String reason = String.valueOf(refusal.getMessage());
    if (isNew(host + " " + reason)) {
      LOG.warn("Cluster: at {}, {}", host, reason);
    }
  }

  private boolean isNew(String what) {
    long now = System.nanoTime();
    telling.lock();
    try {
      Long before = toldAt.get(what);
      if (before != null && now - before < AGAIN_AFTER.toNanos()) {
        return false;
      }
      toldAt.remove(what);
      toldAt.put(what, now);
      if (toldAt.size() > MAX_REMEMBERED) {
        toldAt.remove(toldAt.keySet().iterator().next());
      }
      return true;
    } finally {
      telling.unlock();
    }
  }
}
