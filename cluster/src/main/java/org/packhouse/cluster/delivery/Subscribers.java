package org.packhouse.cluster.delivery;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics.Listener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers to subscribers in this process, with a thread per topic. */
public final class Subscribers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Subscribers.class);

  private final ConcurrentMap<String, Topic> topics = new ConcurrentHashMap<>();

  private record Topic(String name, ExecutorService thread, List<Listener> listeners) {

    static Topic of(String name) {
      return new Topic(
          name,
          Executors.newSingleThreadExecutor(Thread.ofVirtual().name("topic-" + name).factory()),
          new CopyOnWriteArrayList<>());
    }

    void tell(Consumer<Listener> what) {
      try {
        thread.execute(() -> tellEach(what));
      } catch (RejectedExecutionException e) {
        LOG.debug("Listening to the topic {} has stopped", name, e);
      }
    }

    private void tellEach(Consumer<Listener> what) {
      for (Listener listener : listeners) {
        try {
          what.accept(listener);
        } catch (RuntimeException e) {
          LOG.error("A listener of the topic {} failed", name, e);
        }
      }
    }
  }

  public Subscription add(String topic, Listener listener) {
    Topic known = topics.computeIfAbsent(topic, Topic::of);
    known.listeners().add(listener);
    return () -> known.listeners().remove(listener);
  }

  public void tell(String topic, UUID sender, String message) {
    Topic known = topics.get(topic);
    if (known != null) {
      known.tell(listener -> listener.onMessage(sender, message));
    }
  }

  /** Tells all subscribers that messages may have been lost. */
  public void tellOfGap() {
    topics.values().forEach(topic -> topic.tell(Listener::onGap));
  }

  /** Delivers pending messages and stops. */
  @Override
  public void close() {
    topics.values().forEach(topic -> topic.thread().close());
  }
}
