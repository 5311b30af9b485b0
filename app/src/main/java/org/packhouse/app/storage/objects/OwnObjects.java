package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.util.Collection;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Repository;

/** Tells what lies in a repository's own directory, or a quarantine's, from what it borrows. */
public final class OwnObjects {

  private final Repository repository;

  /** Looks into a repository that is kept open. */
  public OwnObjects(Repository repository) {
    this.repository = repository;
  }

  /** Whether the object lies in its own directory; it may lie in a pool as well. */
  public boolean has(AnyObjectId id) throws IOException {
    if (repository instanceof HeldRepository incoming) {
      return incoming.holds(id);
    }
    if (!(repository.getObjectDatabase() instanceof ObjectDirectory objects)) {
      return repository.getObjectDatabase().has(id);
    }
    return isPacked(objects, id) || objects.fileFor(id).exists();
  }

  private boolean isPacked(ObjectDirectory objects, AnyObjectId id) throws IOException {
    boolean gone = false;
    for (Pack pack : packs(objects)) {
      try {
        if (pack.hasObject(id)) {
          return true;
        }
      } catch (IOException e) {
        // It was replaced before its index was read.
        gone = true;
      }
    }
    // Looking for it makes JGit list the directory again, if it is in no pack that JGit knows.
    return gone && objects.has(id) && isListed(objects, id);
  }

  private boolean isListed(ObjectDirectory objects, AnyObjectId id) {
    for (Pack pack : packs(objects)) {
      try {
        if (pack.hasObject(id)) {
          return true;
        }
      } catch (IOException e) {
        // As above; whatever it held is in another pack, which was listed.
      }
    }
    return false;
  }

  private Collection<Pack> packs(ObjectDirectory objects) {
    return repository instanceof BorrowingRepository member
        ? member.ownPacks()
        : objects.getPacks();
  }
}
