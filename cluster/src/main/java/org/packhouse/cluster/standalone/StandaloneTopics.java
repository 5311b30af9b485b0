package org.packhouse.cluster.standalone;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the subscribers in this process, each topic on a thread of its own. */
public final class StandaloneTopics implements Topics, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StandaloneTopics.class);

  private final ConcurrentMap<String, Topic> topics = new ConcurrentHashMap<>();

  private record Topic(ExecutorService thread, List<Consumer<String>> listeners) {

    void tell(String message) {
      for (Consumer<String> listener : listeners) {
        try {
          listener.accept(message);
        } catch (RuntimeException e) {
          LOG.error("A listener failed on the message {}", message, e);
        }
      }
    }
  }

  @Override
  public void publish(String topic, String message) {
    Topic known = topics.get(topic);
    if (known != null) {
      known.thread().execute(() -> known.tell(message));
    }
  }

  @Override
  public Subscription subscribe(String topic, Consumer<String> listener) {
    Topic known =
        topics.computeIfAbsent(
            topic,
            name ->
                new Topic(
                    Executors.newSingleThreadExecutor(
                        Thread.ofVirtual().name("topic-" + name).factory()),
                    new CopyOnWriteArrayList<>()));
    known.listeners().add(listener);
    return () -> known.listeners().remove(listener);
  }

  /** Lets the messages that are under way arrive, then ends. */
  @Override
  public void close() {
    topics.values().forEach(topic -> topic.thread().close());
  }
}
