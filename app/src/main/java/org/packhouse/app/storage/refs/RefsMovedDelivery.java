package org.packhouse.app.storage.refs;

import java.util.List;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.packhouse.app.platform.outbox.OutboxListeners;
import org.packhouse.hooks.GatheringListener;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Tells each {@link PostReceiveListener} by itself which refs have moved that people may see. */
@Component
class RefsMovedDelivery implements OutboxListeners {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final List<OutboxListener> all;

  RefsMovedDelivery(List<PostReceiveListener> listeners) {
    this.all = listeners.stream().<OutboxListener>map(Told::new).toList();
  }

  @Override
  public List<OutboxListener> all() {
    return all;
  }

  private record Told(PostReceiveListener listener) implements OutboxListener {

    @Override
    public String name() {
      return listener.name();
    }

    @Override
    public String type() {
      return RefsMovedPayload.TYPE;
    }

    @Override
    public void deliver(Event event) {
      RefsMoved moved = moved(event);
      if (!moved.changes().isEmpty()) {
        listener.refsMoved(moved);
      }
    }

    @Override
    public boolean gathers() {
      return listener instanceof GatheringListener;
    }

    @Override
    public void deliver(List<Event> events) {
      List<RefsMoved> moved =
          events.stream().map(Told::moved).filter(it -> !it.changes().isEmpty()).toList();
      if (listener instanceof GatheringListener gathering && !moved.isEmpty()) {
        gathering.refsMoved(moved);
      } else {
        moved.forEach(listener::refsMoved);
      }
    }

    private static RefsMoved moved(Event event) {
      return JSON.readValue(event.payload(), RefsMovedPayload.class).event(event.repositoryId());
    }
  }
}
