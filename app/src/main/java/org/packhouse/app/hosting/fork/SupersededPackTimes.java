package org.packhouse.app.hosting.fork;

import java.util.Map;

/** The packs whose objects housekeeping has put into others: a port, which it implements. */
public interface SupersededPackTimes {

  /** Names of such packs of a repository, with the times of their files in milliseconds. */
  Map<String, Long> ofRepository(long repositoryId);
}
