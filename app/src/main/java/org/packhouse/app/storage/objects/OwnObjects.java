package org.packhouse.app.storage.objects;

import java.util.Collection;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Repository;

/** Tells what lies in a repository's own folder, or a quarantine's, from what it borrows. */
public final class OwnObjects {

  private final Repository repository;

  /** Looks into a repository that is kept open. */
  public OwnObjects(Repository repository) {
    this.repository = repository;
  }

  /** Whether the object lies in its own folder; it may lie in a pool as well. */
  public boolean has(AnyObjectId id) throws java.io.IOException {
    if (!(repository.getObjectDatabase() instanceof ObjectDirectory objects)) {
      return repository.getObjectDatabase().has(id);
    }
    Collection<Pack> packs =
        repository instanceof BorrowingRepository member ? member.ownPacks() : objects.getPacks();
    for (Pack pack : packs) {
      if (pack.hasObject(id)) {
        return true;
      }
    }
    return objects.fileFor(id).exists();
  }
}
