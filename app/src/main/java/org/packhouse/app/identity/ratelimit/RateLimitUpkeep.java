package org.packhouse.app.identity.ratelimit;

import java.time.Duration;
import org.packhouse.app.platform.cluster.UnseenNodes;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reads changed limits before this node serves anybody, when another node tells of a change, and
 * every two seconds after that; and writes down who was refused.
 */
@Component
class RateLimitUpkeep extends BackgroundThread {

  private static final int PHASE = -800;
  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(RateLimitUpkeep.class);

  private final RememberedRateLimits limits;
  private final RefusedRequests refused;
  private final Membership membership;
  private final UnseenNodes unseen;
  private final Topics topics;

  RateLimitUpkeep(
      RememberedRateLimits limits,
      RefusedRequests refused,
      Membership membership,
      UnseenNodes unseen,
      Topics topics) {
    super("rate-limits", PHASE);
    this.limits = limits;
    this.refused = refused;
    this.membership = membership;
    this.unseen = unseen;
    this.topics = topics;
  }

  @Override
  protected void begin() {
    limits.refresh();
    var _ = membership.onChange(members -> share(members.size()));
    share(membership.members().size());
    var _ = topics.subscribe(RememberedRateLimits.TOPIC, Topics.Listener.refreshing(this::work));
    every(EVERY, this::work);
  }

  /** Those that live and are not seen grant their part, too. */
  private void share(int members) {
    limits.share(members + unseen.all().size());
  }

  private void work() {
    share(membership.members().size());
    try {
      limits.refresh();
      refused.flush();
    } catch (DataAccessException | TransactionException e) {
      LOG.debug("Rate limits stay as they were: the database does not answer", e);
    }
  }
}
