package org.packhouse.cluster.standalone;

import java.util.UUID;
import java.util.function.Supplier;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics;
import org.packhouse.cluster.delivery.Messages;
import org.packhouse.cluster.delivery.Subscribers;

/** Topics of a single node, which lose nothing. */
public final class StandaloneTopics implements Topics, AutoCloseable {

  private final Subscribers subscribers = new Subscribers();
  private final Supplier<UUID> self;

  public StandaloneTopics(Supplier<UUID> self) {
    this.self = self;
  }

  @Override
  public void publish(String topic, String message) {
    Messages.check(topic, message);
    subscribers.tell(topic, self.get(), message);
  }

  @Override
  public Subscription subscribe(String topic, Listener listener) {
    return subscribers.add(topic, listener);
  }

  /** Delivers pending messages and stops. */
  @Override
  public void close() {
    subscribers.close();
  }
}
