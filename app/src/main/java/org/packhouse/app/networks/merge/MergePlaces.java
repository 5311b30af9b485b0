package org.packhouse.app.networks.merge;

import java.io.IOException;
import org.packhouse.app.storage.objects.Quarantines;
import org.springframework.stereotype.Component;

/** Opens places to merge in. */
@Component
public class MergePlaces {

  private final Quarantines quarantines;

  MergePlaces(Quarantines quarantines) {
    this.quarantines = quarantines;
  }

  /** Opens a place; to be closed by the caller. */
  public MergePlace open(long repositoryId) throws IOException {
    return new MergePlace(repositoryId, quarantines.create(repositoryId));
  }
}
