package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.storage.pack.KnownPacks;

/**
 * Tells objects that a repository keeps from those in cruft packs alone, which have long been
 * unreferenced and may be removed.
 */
public final class KeptObjects implements AutoCloseable {

  private final Repository repository;
  private final KnownPacks packs;
  private final boolean borrows;

  KeptObjects(OpenRepositoryCache.Opened opened) {
    this.repository = opened.repository();
    this.packs = opened.packs();
    this.borrows = opened.pool() != null;
  }

  public boolean borrows() {
    return borrows;
  }

  /** Returns whether there are no cruft packs. */
  public boolean areAll() throws IOException {
    return !packs.hasCruft();
  }

  /** Returns false if the object is only in cruft packs, or its place is unknown. */
  public boolean has(AnyObjectId id) throws IOException {
    return packs.keeps(id);
  }

  @Override
  public void close() {
    repository.close();
  }
}
