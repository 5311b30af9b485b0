package org.packhouse.app.identity.administration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.cluster.Topics;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The announcement; asks no permission. */
@Service
public class Banners {

  private static final String NAME = "banner";
  private static final Duration REMEMBERED = Duration.ofSeconds(10);

  private final StoredSettings stored;
  private final JsonMapper json;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final Topics topics;
  private final Cache<String, Optional<Banner>> remembered;

  Banners(
      StoredSettings stored,
      JsonMapper json,
      TransactionTemplate transaction,
      ApplicationEventPublisher events,
      Topics topics,
      Caches caches) {
    this.stored = stored;
    this.json = json;
    this.transaction = transaction;
    this.events = events;
    this.topics = topics;
    remembered =
        caches.build(
            "banner",
            "The announcement",
            Caffeine.newBuilder().maximumSize(1).expireAfterWrite(REMEMBERED));
    var _ = topics.subscribe(NAME, Topics.Listener.refreshing(remembered::invalidateAll));
  }

  /** Returns the announcement; another node's change is seen within seconds at most. */
  public Optional<Banner> find() {
    return remembered.get(NAME, this::load);
  }

  public void put(Banner banner) {
    change("banner.changed", () -> stored.write(NAME, json.writeValueAsString(banner)));
  }

  public void remove() {
    change("banner.removed", () -> stored.remove(NAME));
  }

  private void change(String action, Runnable change) {
    transaction.executeWithoutResult(_ -> {
      change.run();
      events.publishEvent(new AuditableChange(action, NAME));
    });
    remembered.invalidateAll();
    topics.publish(NAME, "");
  }

  private Optional<Banner> load(String name) {
    return stored.read(name).map(text -> json.readValue(text, Banner.class));
  }
}
