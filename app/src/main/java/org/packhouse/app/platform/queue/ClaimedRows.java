package org.packhouse.app.platform.queue;

import java.util.Collection;
import java.util.UUID;

/**
 * A table whose rows are claimed by the session of the node that works on them; claims fall when
 * the session is deleted.
 */
public interface ClaimedRows {

  void releaseAllBut(UUID session, Collection<Long> ids);
}
