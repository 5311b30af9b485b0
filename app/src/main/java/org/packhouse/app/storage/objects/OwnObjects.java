package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.util.Collection;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Repository;

/** Tells objects in a repository's own directory, or a quarantine's, from borrowed ones. */
public final class OwnObjects {

  private final Repository repository;

  public OwnObjects(Repository repository) {
    this.repository = repository;
  }

  /** Returns whether the object is in the own directory, whether or not it is also in a pool. */
  public boolean has(AnyObjectId id) throws IOException {
    if (repository instanceof InMemoryQuarantineRepository incoming) {
      return incoming.isIncoming(id);
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
        // The pack was replaced before its index was read.
        gone = true;
      }
    }
    // A miss in the known packs makes JGit list the directory again.
    return gone && objects.has(id) && isListed(objects, id);
  }

  private boolean isListed(ObjectDirectory objects, AnyObjectId id) {
    for (Pack pack : packs(objects)) {
      try {
        if (pack.hasObject(id)) {
          return true;
        }
      } catch (IOException e) {
        // As above; its objects are in another pack, which was listed.
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
