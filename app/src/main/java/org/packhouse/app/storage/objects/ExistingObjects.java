package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;

/**
 * Tells which of many objects a repository has, including borrowed ones. JGit and git list the pack
 * directory again for each missing object; this does so once for all.
 */
public final class ExistingObjects {

  private final ObjectDirectory objects;
  private final SortedSet<ObjectId> existing = new TreeSet<>();

  private ExistingObjects(ObjectDirectory objects) {
    this.objects = objects;
  }

  /** Returns the objects that exist. */
  public static SortedSet<ObjectId> of(Repository repository, Collection<ObjectId> ids)
      throws IOException {
    ExistingObjects look = new ExistingObjects((ObjectDirectory) repository.getObjectDatabase());
    List<ObjectId> missing = look.missing(ids);
    // A miss makes JGit list the directory again and see new packs.
    if (!missing.isEmpty() && look.objects.has(missing.getFirst())) {
      look.existing.add(missing.getFirst());
    }
    look.missing(missing);
    return look.existing;
  }

  private List<ObjectId> missing(Collection<ObjectId> ids) throws IOException {
    Collection<Pack> packs = objects.getPacks();
    List<ObjectId> missing = new ArrayList<>();
    for (ObjectId id : ids) {
      if (isThere(packs, id)) {
        existing.add(id);
      } else {
        missing.add(id);
      }
    }
    return missing;
  }

  private boolean isThere(Collection<Pack> packs, ObjectId id) throws IOException {
    for (Pack pack : packs) {
      try {
        if (pack.hasObject(id)) {
          return true;
        }
      } catch (IOException e) {
        // The pack was removed; its objects are in another.
        return objects.has(id);
      }
    }
    return objects.fileFor(id).exists();
  }
}
