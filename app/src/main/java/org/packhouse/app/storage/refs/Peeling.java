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

/** Peels annotated tags, opening the repository on first use. */
public final class Peeling implements PackedRefs.Peeler, AutoCloseable {

  private final RepositoryDirectories directories;
  private final long repositoryId;
  private @Nullable Repository repository;
  private @Nullable ObjectReader reader;
  private boolean reloaded;

  public Peeling(RepositoryDirectories directories, long repositoryId) {
    this.directories = directories;
    this.repositoryId = repositoryId;
  }

  private ObjectReader reader() throws IOException {
    ObjectReader known = reader;
    if (known == null) {
      Repository opened = directories.open(repositoryId);
      repository = opened;
      known = opened.newObjectReader();
      reader = known;
    }
    return known;
  }

  @Override
  public @Nullable ObjectId peel(ObjectId id) throws IOException {
    AnyObjectId current = id;
    ObjectId target = null;
    try {
      ObjectReader objects = reader();
      ObjectLoader loader = objects.open(current);
      while (loader.getType() == Constants.OBJ_TAG) {
        target = RevTag.parse(loader.getCachedBytes()).getObject().copy();
        loader = objects.open(target);
      }
    } catch (MissingObjectException e) {
      if (reloaded) {
        return target;
      }
      // A ref points to the object, so it must exist.
      reloaded = true;
      directories.reload(repositoryId);
      return peel(id);
    }
    return target;
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
    if (repository != null) {
      repository.close();
    }
  }
}
