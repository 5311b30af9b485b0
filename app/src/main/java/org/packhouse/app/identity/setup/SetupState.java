package org.packhouse.app.identity.setup;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.cluster.Topics;
import org.springframework.stereotype.Component;

/** Tells whether the server is set up, and what it was told about itself. */
@Component
public class SetupState {

  private static final Duration REMEMBERED = Duration.ofSeconds(10);

  private static final String TOPIC = "server-facts";

  private final StoredSettings facts;
  private final Topics topics;
  private final AtomicBoolean complete = new AtomicBoolean();
  private final LoadingCache<String, Optional<String>> remembered;

  SetupState(StoredSettings facts, Topics topics) {
    this.facts = facts;
    this.topics = topics;
    remembered =
        Caffeine.newBuilder().maximumSize(10).expireAfterWrite(REMEMBERED).build(facts::read);
    var _ = topics.subscribe(TOPIC, Topics.Listener.refreshing(remembered::invalidateAll));
  }

  /** Whether there is an administrator; once it is, it stays so and costs nothing to ask. */
  public boolean isComplete() {
    if (!complete.get() && facts.read(StoredSettings.DONE).isPresent()) {
      complete.set(true);
    }
    return complete.get();
  }

  /** What the server is called; another node's change shows at once, or within seconds. */
  public String displayName() {
    return remembered.get(StoredSettings.DISPLAY_NAME).orElse("Packhouse");
  }

  Optional<String> baseUrl() {
    return remembered.get(StoredSettings.BASE_URL);
  }

  /** Has all nodes read again what was changed. */
  void forget() {
    remembered.invalidateAll();
    topics.publish(TOPIC, "");
  }
}
