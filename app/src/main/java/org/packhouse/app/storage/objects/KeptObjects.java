package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.storage.pack.KnownPacks;

/**
 * Tells what a repository keeps from what it has in cruft packs alone: nothing has referred to that
 * for long, and housekeeping may be about to remove it.
 */
public final class KeptObjects implements AutoCloseable {

  private final Repository repository;
  private final KnownPacks packs;
  private final boolean borrows;

  KeptObjects(RepositoryDirectories.Opened opened) {
    this.repository = opened.repository();
    this.packs = opened.packs();
    this.borrows = opened.pool() != null;
  }

  /** Whether the repository borrows objects from a pool. */
  public boolean borrows() {
    return borrows;
  }

  /** Whether it keeps all that it has, since it has no cruft packs. */
  public boolean areAll() throws IOException {
    return !packs.hasCruft();
  }

  /** Whether the object is there, and not only in a cruft pack; false if that is not known. */
  public boolean has(AnyObjectId id) throws IOException {
    return packs.keeps(id);
  }

  @Override
  public void close() {
    repository.close();
  }
}
