package org.packhouse.app.identity.setup;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.StateSource;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.Topics;
import org.springframework.stereotype.Component;

/** The state of the set-up, and the name and URL of the server. */
@Component
public class SetupState implements StateSource {

  private static final Duration REMEMBERED = Duration.ofSeconds(10);

  private static final String TOPIC = "server-facts";

  private final StoredSettings stored;
  private final Topics topics;
  private final AtomicBoolean complete = new AtomicBoolean();
  private final Cache<String, Optional<String>> remembered;

  SetupState(StoredSettings stored, Topics topics, Caches caches) {
    this.stored = stored;
    this.topics = topics;
    remembered =
        caches.build(
            "server-facts",
            "Name and URL of the server",
            Caffeine.newBuilder().maximumSize(10).expireAfterWrite(REMEMBERED));
    var _ = topics.subscribe(TOPIC, Topics.Listener.refreshing(remembered::invalidateAll));
  }

  /** Returns whether the server is set up; once true, it needs no statement. */
  public boolean isComplete() {
    if (!complete.get() && stored.read(StoredSettings.DONE).isPresent()) {
      complete.set(true);
    }
    return complete.get();
  }

  /** Returns the server's name; another node's change is seen within seconds at most. */
  public String displayName() {
    return remembered.get(StoredSettings.DISPLAY_NAME, stored::read).orElse("Packhouse");
  }

  /** Keeps the node in {@code FIRST_RUN} until the server is set up. */
  @Override
  public @Nullable NodeState demand() {
    return isComplete() ? null : NodeState.FIRST_RUN;
  }

  Optional<String> baseUrl() {
    return remembered.get(StoredSettings.BASE_URL, stored::read);
  }

  /** Invalidates the remembered values on all nodes. */
  void forget() {
    remembered.invalidateAll();
    topics.publish(TOPIC, "");
  }
}
