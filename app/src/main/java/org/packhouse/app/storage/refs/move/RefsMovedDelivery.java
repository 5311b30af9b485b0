package org.packhouse.app.storage.refs.move;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.packhouse.app.platform.outbox.OutboxListeners;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.GatheringListener;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.SelectiveListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Delivers moves of visible refs to each {@link PostReceiveListener}. All brief listeners share one
 * outbox row, as does the question which selective listeners are concerned; every other listener
 * has its own.
 */
@Component
class RefsMovedDelivery implements OutboxListeners {

  static final String BRIEF = "refs-moved";

  private static final Logger LOG = LoggerFactory.getLogger(RefsMovedDelivery.class);
  private static final JsonMapper JSON = JsonMappers.stored();

  private final List<OutboxListener> all = new ArrayList<>();
  private final JdbcClient jdbc;
  private final Outbox outbox;

  RefsMovedDelivery(List<PostReceiveListener> listeners, JdbcClient jdbc, Outbox outbox) {
    this.jdbc = jdbc;
    this.outbox = outbox;
    listeners.forEach(listener -> all.add(new SingleListener(listener)));
    all.add(
        new SharedRow(
            among(listeners, BriefListener.class), among(listeners, SelectiveListener.class)));
  }

  private static <T extends PostReceiveListener> List<T> among(
      List<PostReceiveListener> listeners, Class<T> kind) {
    return listeners.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public List<OutboxListener> all() {
    return List.copyOf(all);
  }

  private static RefsMoved moved(OutboxListener.Event event) {
    return JSON.readValue(event.payload(), RefsMovedPayload.class).event(event.repositoryId());
  }

  private static List<RefsMoved> moved(List<OutboxListener.Event> events) {
    return events.stream()
        .map(RefsMovedDelivery::moved)
        .filter(it -> !it.changes().isEmpty())
        .toList();
  }

  private record SingleListener(PostReceiveListener listener) implements OutboxListener {

    @Override
    public String name() {
      return listener.name();
    }

    @Override
    public String type() {
      return RefsMovedPayload.TYPE;
    }

    @Override
    public boolean isToldByAnother() {
      return listener instanceof BriefListener || listener instanceof SelectiveListener;
    }

    @Override
    public void deliver(Event event) {
      deliver(List.of(event));
    }

    @Override
    public boolean gathers() {
      return listener instanceof GatheringListener;
    }

    @Override
    public void deliver(List<Event> events) {
      List<RefsMoved> moved = moved(events);
      if (listener instanceof GatheringListener gathering && !moved.isEmpty()) {
        gathering.refsMoved(moved);
      } else {
        moved.forEach(listener::refsMoved);
      }
    }
  }

  /**
   * All brief and selective listeners. A brief one that fails, and a selective one that an event
   * concerns, get rows of their own.
   */
  private final class SharedRow implements OutboxListener {

    private final List<BriefListener> listeners;
    private final List<SelectiveListener> selective;

    SharedRow(List<BriefListener> listeners, List<SelectiveListener> selective) {
      this.listeners = listeners;
      this.selective = selective;
    }

    @Override
    public String name() {
      return BRIEF;
    }

    @Override
    public String type() {
      return RefsMovedPayload.TYPE;
    }

    @Override
    public boolean gathers() {
      return true;
    }

    @Override
    public void deliver(Event event) {
      deliver(List.of(event));
    }

    @Override
    public void deliver(List<Event> events) {
      List<RefsMoved> moved = moved(events);
      if (moved.isEmpty()) {
        return;
      }
      for (BriefListener listener : listeners) {
        try {
          listener.refsMoved(moved);
        } catch (RuntimeException e) {
          LOG.warn(
              "{} failed to take note of {} updates of repository {} and is told again by itself",
              listener.name(),
              events.size(),
              events.getFirst().repositoryId(),
              e);
          deliverSeparately(listener, events);
        }
      }
      List<SelectiveListener> concerned =
          selective.stream().filter(it -> isConcerned(it, moved)).toList();
      concerned.forEach(it -> deliverSeparately(it, events));
      if (!concerned.isEmpty()) {
        outbox.committed();
      }
    }

    private void deliverSeparately(PostReceiveListener listener, List<Event> events) {
      events.forEach(event -> outbox.appendFor(jdbc, listener.name(), event));
    }

    private static boolean isConcerned(SelectiveListener listener, List<RefsMoved> moved) {
      try {
        return listener.isConcerned(moved);
      } catch (RuntimeException e) {
        LOG.warn(
            "Whether {} updates concern {} cannot be said: it is told of them",
            moved.size(),
            listener.name(),
            e);
        return true;
      }
    }
  }
}
