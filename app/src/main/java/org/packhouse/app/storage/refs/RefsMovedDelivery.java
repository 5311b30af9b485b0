package org.packhouse.app.storage.refs;

import java.util.List;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RepositoryId;
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
    return RefsMoved.TYPE;
  }

  @Override
  public void deliver(Event event) {
    RefsMoved moved = json.readValue(event.payload(), RefsMoved.class);
    List<RefChange> changes =
        moved.moves().stream()
            .filter(move -> !move.ref().startsWith(RefNames.HIDDEN))
            .map(Move::toChange)
            .toList();
    if (changes.isEmpty()) {
      return;
    }
    for (PostReceiveListener listener : listeners) {
      listener.refsMoved(new RepositoryId(event.repositoryId()), moved.actor(), changes);
    }
  }
}
