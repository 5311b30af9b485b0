package org.packhouse.app.platform.cluster;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics;

/** Counts published messages, as {@code cluster.messages}. */
public final class CountedTopics implements Topics {

  private final Topics topics;
  private final Counter published;

  public CountedTopics(Topics topics, MeterRegistry meters) {
    this.topics = topics;
    this.published =
        Counter.builder("cluster.messages")
            .description("Messages published to the other nodes")
            .register(meters);
  }

  @Override
  public void publish(String topic, String message) {
    published.increment();
    topics.publish(topic, message);
  }

  @Override
  public Subscription subscribe(String topic, Listener listener) {
    return topics.subscribe(topic, listener);
  }
}
