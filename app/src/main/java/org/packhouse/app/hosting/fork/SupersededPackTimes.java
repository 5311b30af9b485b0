package org.packhouse.app.hosting.fork;

import java.util.Map;

/** Packs that housekeeping has replaced by others: a port, which housekeeping implements. */
public interface SupersededPackTimes {

  /** Returns names of superseded packs, with their file times in milliseconds. */
  Map<String, Long> ofRepository(long repositoryId);
}
