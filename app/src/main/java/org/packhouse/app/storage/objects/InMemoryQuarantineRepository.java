package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.attributes.AttributesNodeProvider;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraph;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.BitmapIndex;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.RefDatabase;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.pack.InMemoryPack;
import org.packhouse.app.storage.pack.KnownObjects;
import org.packhouse.app.storage.pack.KnownPacks;

/**
 * A read-only view of a repository and a pack in memory. Closing it does not close the repository.
 */
final class InMemoryQuarantineRepository extends Repository {

  private final Repository present;
  private final InMemoryPack pack;
  private final Objects objects;

  InMemoryQuarantineRepository(Repository present, KnownPacks packs, InMemoryPack pack) {
    super(
        new FileRepositoryBuilder()
            .setBare()
            .setFS(present.getFS())
            .setGitDir(present.getDirectory()));
    this.present = present;
    this.pack = pack;
    this.objects = new Objects(present.getObjectDatabase(), packs, pack);
  }

  boolean isIncoming(AnyObjectId id) {
    return pack.has(id);
  }

  @Override
  public ObjectDatabase getObjectDatabase() {
    return objects;
  }

  @Override
  public void create(boolean bare) {
    throw new UnsupportedOperationException("It is there");
  }

  @Override
  public String getIdentifier() {
    return present.getIdentifier();
  }

  @Override
  public RefDatabase getRefDatabase() {
    return present.getRefDatabase();
  }

  @Override
  public StoredConfig getConfig() {
    return present.getConfig();
  }

  @Override
  public AttributesNodeProvider createAttributesNodeProvider() {
    return present.createAttributesNodeProvider();
  }

  @Override
  public void scanForRepoChanges() throws IOException {
    present.scanForRepoChanges();
  }

  @Override
  public void notifyIndexChanged(boolean internal) {
    present.notifyIndexChanged(internal);
  }

  @Override
  public void close() {
    // The quarantine closes the repository.
  }

  private static final class Objects extends ObjectDatabase {

    private final ObjectDatabase present;
    private final KnownPacks packs;
    private final InMemoryPack pack;

    Objects(ObjectDatabase present, KnownPacks packs, InMemoryPack pack) {
      this.present = present;
      this.packs = packs;
      this.pack = pack;
    }

    @Override
    public ObjectInserter newInserter() {
      throw new UnsupportedOperationException(
          "Objects cannot be inserted while a pack is held in memory");
    }

    @Override
    public ObjectReader newReader() {
      return new Reader(present.newReader(), pack);
    }

    @Override
    public ObjectDatabase newCachedDatabase() {
      return new KnownObjects(this, packs);
    }

    @Override
    public Set<ObjectId> getShallowCommits() throws IOException {
      return present.getShallowCommits();
    }

    @Override
    public long getApproximateObjectCount() {
      return present.getApproximateObjectCount();
    }

    @Override
    public void close() {
      // The quarantine closes the repository.
    }
  }

  private static final class Reader extends ObjectReader {

    private final ObjectReader present;
    private final InMemoryPack pack;

    Reader(ObjectReader present, InMemoryPack pack) {
      this.present = present;
      this.pack = pack;
    }

    @Override
    public ObjectReader newReader() {
      return new Reader(present.newReader(), pack);
    }

    @Override
    public boolean has(AnyObjectId id, int typeHint) throws IOException {
      return pack.has(id) || present.has(id, typeHint);
    }

    @Override
    public ObjectLoader open(AnyObjectId id, int typeHint) throws IOException {
      ObjectLoader found = pack.open(id);
      if (found == null) {
        return present.open(id, typeHint);
      }
      if (typeHint != OBJ_ANY && found.getType() != typeHint) {
        throw new IncorrectObjectTypeException(id.copy(), Constants.typeString(typeHint));
      }
      return found;
    }

    @Override
    public long getObjectSize(AnyObjectId id, int typeHint) throws IOException {
      return pack.has(id) ? open(id, typeHint).getSize() : present.getObjectSize(id, typeHint);
    }

    @Override
    public Collection<ObjectId> resolve(AbbreviatedObjectId prefix) throws IOException {
      Set<ObjectId> found = new HashSet<>(present.resolve(prefix));
      for (ObjectId id : pack.ids()) {
        if (prefix.prefixCompare(id) == 0) {
          found.add(id);
        }
      }
      return found;
    }

    @Override
    public Set<ObjectId> getShallowCommits() throws IOException {
      return present.getShallowCommits();
    }

    @Override
    public void setAvoidUnreachableObjects(boolean avoid) {
      present.setAvoidUnreachableObjects(avoid);
    }

    @Override
    public @Nullable BitmapIndex getBitmapIndex() throws IOException {
      return present.getBitmapIndex();
    }

    @Override
    public Optional<CommitGraph> getCommitGraph() throws IOException {
      return present.getCommitGraph();
    }

    @Override
    public void close() {
      present.close();
    }
  }
}
