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
 * Tells which of many objects a repository has, those that it borrows included. JGit and git look
 * at the directory of packs for each object that is in none of them; here it is done once for all.
 */
public final class ExistingObjects {

  private final ObjectDirectory objects;
  private final SortedSet<ObjectId> existing = new TreeSet<>();

  private ExistingObjects(ObjectDirectory objects) {
    this.objects = objects;
  }

  /** Those of the objects that are there. */
  public static SortedSet<ObjectId> of(Repository repository, Collection<ObjectId> ids)
      throws IOException {
    ExistingObjects look = new ExistingObjects((ObjectDirectory) repository.getObjectDatabase());
    List<ObjectId> missing = look.missing(ids);
    // Has JGit see packs that have come since it looked last.
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
        // The pack was removed since; what it held is elsewhere.
        return objects.has(id);
      }
    }
    return objects.fileFor(id).exists();
  }
}
