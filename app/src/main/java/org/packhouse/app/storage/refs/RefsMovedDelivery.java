package org.packhouse.app.storage.refs;

import java.util.List;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Tells every {@link PostReceiveListener} which refs have moved that people may see. */
@Component
class RefsMovedDelivery implements OutboxListener {

  private final List<PostReceiveListener> listeners;
  private final JsonMapper json = JsonMapper.shared();

  RefsMovedDelivery(List<PostReceiveListener> listeners) {
    this.listeners = listeners;
  }

  @Override
  public String type() {
    return RefsMovedPayload.TYPE;
  }

  @Override
  public void deliver(Event event) {
    RefsMoved moved =
        json.readValue(event.payload(), RefsMovedPayload.class).event(event.repositoryId());
    if (!moved.changes().isEmpty()) {
      listeners.forEach(listener -> listener.refsMoved(moved));
    }
  }
}
