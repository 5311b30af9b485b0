package org.packhouse.app.identity.administration;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.limit.LimitExpression;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Sets ticket limits of this node at run time, with an audit row for each. Asks no permission. */
@Service
public class ThrottleConsole {

  private final Tickets tickets;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;

  ThrottleConsole(
      Tickets tickets, TransactionTemplate transaction, ApplicationEventPublisher events) {
    this.tickets = tickets;
    this.transaction = transaction;
    this.events = events;
  }

  public List<BucketState> states() {
    return Arrays.stream(Bucket.values()).map(tickets::state).toList();
  }

  public Optional<BucketState> state(String name) {
    return Arrays.stream(Bucket.values())
        .filter(it -> it.settingName().equals(name))
        .findFirst()
        .map(tickets::state);
  }

  public static boolean isLimited(BucketState state) {
    return state.limit().tickets() != BucketState.UNLIMITED;
  }

  /** Sets a limit until the server ends, whatever the bucket's strategy, if the bucket has one. */
  public void limit(BucketState state, int limit) {
    Bucket bucket = state.bucket();
    if (limit < 1 || limit > LimitExpression.MAX_TICKETS) {
      throw new InvalidFieldException(
          "limit",
          "A limit must be a whole number from 1 to %d, not %d."
              .formatted(LimitExpression.MAX_TICKETS, limit));
    }
    if (!isLimited(state)) {
      throw new InvalidFieldException(
          "limit", "The bucket %s has no limit that could be set.".formatted(bucket.settingName()));
    }
    tickets.limit(bucket, limit);
    audit("throttle.limit-set", bucket, Map.of("limit", Integer.toString(limit)));
  }

  /** Returns a bucket to its configured limit. */
  public void limitBySettings(Bucket bucket) {
    tickets.limitBySettings(bucket);
    audit("throttle.limit-unset", bucket, Map.of());
  }

  private void audit(String action, Bucket bucket, Map<String, String> details) {
    transaction.executeWithoutResult(
        _ -> events.publishEvent(new AuditableChange(action, bucket.settingName(), details)));
  }
}
