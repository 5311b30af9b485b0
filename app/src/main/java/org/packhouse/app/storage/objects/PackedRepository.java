package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.storage.pack.KnownPacks;
import org.packhouse.app.storage.pack.PackListing;

/** A repository that is open for reading in process, and the packs that it is known to have. */
public final class PackedRepository implements AutoCloseable {

  private final Repository repository;
  private final KnownPacks packs;

  PackedRepository(RepositoryDirectories.Opened opened) {
    this.repository = opened.repository();
    this.packs = opened.packs();
  }

  /** The repository, which {@link #close} closes. */
  public Repository repository() {
    return repository;
  }

  /**
   * Lists its own packs, not those of what it borrows from.
   *
   * @return those that there were some seconds ago, and those that came by this process since: one
   *     that another node has brought may be missing, and one that was replaced may be gone
   */
  public PackListing listPacks() throws IOException {
    return packs.listed();
  }

  /** Lets the next listing be one of now. */
  public void forgetPacks() {
    packs.lookAgain();
  }

  @Override
  public void close() {
    repository.close();
  }
}
