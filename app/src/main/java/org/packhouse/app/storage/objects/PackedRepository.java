package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.storage.pack.KnownPacks;
import org.packhouse.app.storage.pack.PackListing;

/** A repository open for reading in process, with its known packs. */
public final class PackedRepository implements AutoCloseable {

  private final Repository repository;
  private final KnownPacks packs;
  private final boolean borrows;

  PackedRepository(OpenRepositoryCache.Opened opened) {
    this.repository = opened.repository();
    this.packs = opened.packs();
    this.borrows = opened.pool() != null;
  }

  /** Returns the repository, which {@link #close} closes. */
  public Repository repository() {
    return repository;
  }

  /**
   * Lists its own packs, not borrowed ones. The listing may be some seconds old: packs from other
   * nodes may be missing, and replaced ones may be gone.
   */
  public PackListing listPacks() throws IOException {
    return packs.listed();
  }

  /** Returns whether the repository reads objects of a fork network's pool. */
  public boolean borrows() {
    return borrows;
  }

  /**
   * Returns whether there are no cruft packs, whose objects have long been unreferenced and may be
   * removed.
   */
  public boolean keepsAll() throws IOException {
    return !packs.hasCruft();
  }

  /** Returns false if the object is only in cruft packs, or its place is unknown. */
  public boolean keeps(AnyObjectId id) throws IOException {
    return packs.keeps(id);
  }

  /** Makes the next listing read the directory. */
  public void forgetPacks() {
    packs.lookAgain();
  }

  @Override
  public void close() {
    repository.close();
  }
}
