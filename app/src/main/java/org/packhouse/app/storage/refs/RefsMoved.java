package org.packhouse.app.storage.refs;

import java.util.List;
import org.packhouse.hooks.Actor;

/** The event that the outbox keeps of one update. */
record RefsMoved(Actor actor, String cause, List<Move> moves) {

  static final String TYPE = "refs-moved";
}
