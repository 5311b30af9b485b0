package org.packhouse.app.storage.pack;

import java.io.IOException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;

/** Answers existence by the known packs, as git's {@code index-pack} does. */
public final class KnownObjects extends ObjectDatabase {

  private final ObjectDatabase all;
  private final KnownPacks present;

  /** The caller closes {@code all}, which opens objects. */
  public KnownObjects(ObjectDatabase all, KnownPacks present) {
    this.all = all;
    this.present = present;
  }

  @Override
  public ObjectInserter newInserter() {
    return all.newInserter();
  }

  @Override
  public ObjectReader newReader() {
    return new Reader(all.newReader(), present);
  }

  @Override
  public long getApproximateObjectCount() {
    return all.getApproximateObjectCount();
  }

  @Override
  public void close() {
    // The caller closes the objects.
  }

  private static final class Reader extends ObjectReader.Filter {

    private final ObjectReader all;
    private final KnownPacks present;

    Reader(ObjectReader all, KnownPacks present) {
      this.all = all;
      this.present = present;
    }

    @Override
    protected ObjectReader delegate() {
      return all;
    }

    @Override
    public boolean has(AnyObjectId id) throws IOException {
      return present.has(id);
    }

    @Override
    public boolean has(AnyObjectId id, int typeHint) throws IOException {
      return has(id);
    }
  }
}
