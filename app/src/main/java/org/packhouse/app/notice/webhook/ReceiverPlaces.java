package org.packhouse.app.notice.webhook;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of a node's deliveries, shared by project and by receiver host: whoever holds as many
 * places as are free gets no further one (Choudhury and Hahne, "Dynamic Queue Length Thresholds",
 * 1998). One project alone comes to half of the places, two to a third each, and a place is left
 * for a project that comes later, however slow the receivers of the others are.
 */
final class ReceiverPlaces {

  private final int limit;
  private final Map<Long, Integer> byProject = new HashMap<>();
  private final Map<String, Integer> byHost = new HashMap<>();
  private int used;

  /** Shares so many places. */
  ReceiverPlaces(int limit) {
    this.limit = limit;
  }

  /**
   * A webhook with a delivery that waits.
   *
   * @param projectId that of its repository, for one of a repository
   * @param host of the receiver, in lower case
   */
  record Waiting(long webhookId, long projectId, String host) {}

  synchronized int free() {
    return limit - used;
  }

  /**
   * Gives places to those that come first, as far as there are any for their project and host.
   *
   * @return those that hold a place now
   */
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
