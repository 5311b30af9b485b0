package org.packhouse.app.identity.ratelimit;

import java.time.Duration;
import java.util.stream.Collectors;
import org.packhouse.app.platform.cluster.LivingNodes;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reads rate limits before this node serves, on changes and every two seconds, and stores counts of
 * refusals. Limits are shared among the nodes seen, or the living ones if these are more.
 */
@Component
class RateLimitRefresh extends BackgroundThread {

  private static final int PHASE = -800;
  private static final Duration EVERY = Duration.ofSeconds(2);

  /** The interval of node reports. */
  private static final Duration COUNT_EVERY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(RateLimitRefresh.class);

  private final CachedRateLimits limits;
  private final RefusedRequests refused;
  private final Membership membership;
  private final LivingNodes living;
  private final Topics topics;
  private volatile int reporting = 1;

  RateLimitRefresh(
      CachedRateLimits limits,
      RefusedRequests refused,
      Membership membership,
      LivingNodes living,
      Topics topics) {
    super("rate-limits", PHASE);
    this.limits = limits;
    this.refused = refused;
    this.membership = membership;
    this.living = living;
    this.topics = topics;
  }

  @Override
  protected void begin() {
    limits.refresh();
    var _ = membership.onChange(members -> share(members.size()));
    count();
    var _ = topics.subscribe(CachedRateLimits.TOPIC, Topics.Listener.refreshing(this::work));
    every(EVERY, this::work);
    every(COUNT_EVERY, this::count);
  }

  private void share(int seen) {
    limits.share(Math.max(seen, reporting));
  }

  private void count() {
    try {
      // A node that goes on under another session has two rows for a moment.
      reporting = living.members().stream().map(Member::name).collect(Collectors.toSet()).size();
    } catch (DataAccessException | TransactionException e) {
      LOG.debug("The number of nodes stays: the database does not answer", e);
    }
    share(membership.members().size());
  }

  private void work() {
    try {
      limits.refresh();
      refused.flush();
    } catch (DataAccessException | TransactionException e) {
      LOG.debug("The rate limits stay: the database does not answer", e);
    }
  }
}
