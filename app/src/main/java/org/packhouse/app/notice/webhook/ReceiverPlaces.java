package org.packhouse.app.notice.webhook;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shares the places of deliveries by project and by receiver host: no holder gets more than are
 * free (Choudhury and Hahne, "Dynamic Queue Length Thresholds", 1998). One project alone gets half,
 * two get a third each, and one is left for a project that comes later.
 */
final class ReceiverPlaces {

  private final int limit;
  private final Map<Long, Integer> byProject = new HashMap<>();
  private final Map<String, Integer> byHost = new HashMap<>();
  private int used;

  ReceiverPlaces(int limit) {
    this.limit = limit;
  }

  /** A webhook with a pending delivery, its project, and the lower-case host of its receiver. */
  record Waiting(long webhookId, long projectId, String host) {}

  synchronized int free() {
    return limit - used;
  }

  /** Gives places in order, and returns those that got one. */
  synchronized List<Waiting> take(List<Waiting> waiting) {
    List<Waiting> taken = new ArrayList<>();
    for (Waiting each : waiting) {
      int most = free();
      if (byProject.getOrDefault(each.projectId(), 0) < most
          && byHost.getOrDefault(each.host(), 0) < most) {
        used++;
        byProject.merge(each.projectId(), 1, Integer::sum);
        byHost.merge(each.host(), 1, Integer::sum);
        taken.add(each);
      }
    }
    return taken;
  }

  synchronized void release(Waiting holder) {
    used--;
    byProject.computeIfPresent(holder.projectId(), (_, held) -> held == 1 ? null : held - 1);
    byHost.computeIfPresent(holder.host(), (_, held) -> held == 1 ? null : held - 1);
  }
}
