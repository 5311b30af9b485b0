package org.packhouse.app.platform.outbox;

import java.util.List;

/** Source of listeners that are made of something else, such as a port of another module. */
public interface OutboxListeners {

  /** The listeners, the same each time. */
  List<OutboxListener> all();
}
