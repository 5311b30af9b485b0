package org.packhouse.app.storage.refs;

import java.io.IOException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevTag;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.RepositoryDirectories;

/** Follows tags to what they tag, reading no object that is no tag. */
final class Peeling implements PackedRefs.Peeler, AutoCloseable {

  private final RepositoryDirectories directories;
  private final long repositoryId;
  private final Repository repository;
  private final ObjectReader reader;
  private boolean readAnew;

  Peeling(RepositoryDirectories directories, long repositoryId) throws IOException {
    this.directories = directories;
    this.repositoryId = repositoryId;
    this.repository = directories.open(repositoryId);
    this.reader = repository.newObjectReader();
  }

  @Override
  public @Nullable ObjectId peel(ObjectId id) throws IOException {
    AnyObjectId current = id;
    ObjectId target = null;
    try {
      ObjectLoader loader = reader.open(current);
      while (loader.getType() == Constants.OBJ_TAG) {
        target = RevTag.parse(loader.getCachedBytes()).getObject().copy();
        loader = reader.open(target);
      }
    } catch (MissingObjectException e) {
      if (readAnew) {
        return target;
      }
      // A ref names it: it must be there.
      readAnew = true;
      directories.readAnew(repositoryId);
      return peel(id);
    }
    return target;
  }

  @Override
  public void close() {
    reader.close();
    repository.close();
  }
}
