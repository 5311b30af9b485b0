package org.packhouse.app.identity.ratelimit;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.cluster.Topics;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes rate limits, on this node at once and on others within moments. Asks no permission. */
@Service
public class RateLimitAdministration {

  private final RateLimitRows rows;
  private final CachedRateLimits remembered;
  private final RefusedRequests refused;
  private final UserLists users;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final Topics topics;

  RateLimitAdministration(
      RateLimitRows rows,
      CachedRateLimits remembered,
      RefusedRequests refused,
      UserLists users,
      TransactionTemplate transaction,
      ApplicationEventPublisher events,
      Topics topics) {
    this.rows = rows;
    this.remembered = remembered;
    this.refused = refused;
    this.users = users;
    this.transaction = transaction;
    this.events = events;
    this.topics = topics;
  }

  public RateLimits current() {
    return rows.read().limits();
  }

  public void change(RateLimits limits) {
    transaction.executeWithoutResult(_ -> {
      rows.write(limits);
      events.publishEvent(
          new AuditableChange(
              "rate-limit.changed",
              "server",
              details(limits.usual(), Map.of("enabled", Boolean.toString(limits.enabled())))));
    });
    tellAll();
  }

  public record OfUser(User user, UserRateLimit limit) {}

  /** Lists the exceptions by user name. */
  public List<OfUser> exceptions(String filter, int start, int limit) {
    Map<Long, UserRateLimit> all = rows.readAll();
    return users.named(all.keySet(), filter, start, limit).stream()
        .flatMap(user ->
            Optional.ofNullable(all.get(user.id())).map(own -> new OfUser(user, own)).stream())
        .toList();
  }

  public Optional<UserRateLimit> exception(User user) {
    return rows.find(user.id());
  }

  /** Makes or replaces the exceptions for users; a limit of null exempts them. */
  public void except(Collection<User> excepted, @Nullable RateLimit limit) {
    transaction.executeWithoutResult(_ ->
        excepted.forEach(user -> {
          rows.write(user.id(), limit);
          events.publishEvent(
              new AuditableChange(
                  "rate-limit.exception-made",
                  user.name(),
                  limit == null ? Map.of("exempt", "true") : details(limit, Map.of())));
        }));
    tellAll();
  }

  /** Ends the exception for a user; returns false if there is none. */
  public boolean remove(User user) {
    boolean removed =
        Boolean.TRUE.equals(
            transaction.execute(_ -> {
              boolean found = rows.remove(user.id());
              if (found) {
                events.publishEvent(new AuditableChange("rate-limit.exception-ended", user.name()));
              }
              return found;
            }));
    tellAll();
    return removed;
  }

  private void tellAll() {
    remembered.refresh();
    topics.publish(CachedRateLimits.TOPIC, "");
  }

  @EventListener
  void on(UserDeleted event) {
    rows.remove(event.user().id());
    refused.forget(event.user().id());
  }

  private static Map<String, String> details(RateLimit limit, Map<String, String> more) {
    Map<String, String> details = new HashMap<>(more);
    details.put("capacity", Integer.toString(limit.capacity()));
    details.put("fillRate", Integer.toString(limit.fillRate()));
    return details;
  }
}
