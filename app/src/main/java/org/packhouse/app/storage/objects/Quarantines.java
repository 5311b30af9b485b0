package org.packhouse.app.storage.objects;

import java.io.IOException;

/** Makes quarantines. */
public interface Quarantines {

  /**
   * Makes an empty quarantine for a repository.
   *
   * @return to be closed by the caller
   */
  Quarantine create(long repositoryId) throws IOException;
}
