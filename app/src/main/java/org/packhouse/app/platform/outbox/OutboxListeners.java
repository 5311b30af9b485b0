package org.packhouse.app.platform.outbox;

import java.util.List;

/** Contributes listeners that are not beans, such as adapters of another module's port. */
public interface OutboxListeners {

  List<OutboxListener> all();
}
