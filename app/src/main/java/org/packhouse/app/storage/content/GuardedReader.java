package org.packhouse.app.storage.content;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.function.Supplier;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.errors.PackInvalidException;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.GitCache;
import org.packhouse.app.storage.pack.PackEntries;

/**
 * Reads objects in process, except blobs that are deltas of something large: JGit would hold both
 * in memory, so native git reads those. Undeltified blobs of any size are streamed. Other objects
 * are bounded on receipt, and so are their bases.
 */
final class GuardedReader extends ObjectReader.Filter {

  private final ObjectReader all;
  private final Supplier<Collection<Pack>> packs;
  private final LargeBlobs large;
  private final MissingObjects missing;

  @FunctionalInterface
  interface MissingObjects {
    /** Returns whether to look for a missing object again. */
    boolean lookAgain(AnyObjectId id);
  }

  /** Opens a blob with a large delta base. */
  @FunctionalInterface
  interface LargeBlobs {
    ObjectLoader open(ObjectId blob, long size);
  }

  /** Takes the packs that {@code all} reads. */
  GuardedReader(
      ObjectReader all,
      Supplier<Collection<Pack>> packs,
      LargeBlobs large,
      MissingObjects missing) {
    this.missing = missing;
    this.all = all;
    this.packs = packs;
    this.large = large;
  }

  @Override
  protected ObjectReader delegate() {
    return all;
  }

  @Override
  public ObjectReader newReader() {
    return new GuardedReader(all.newReader(), packs, large, missing);
  }

  @Override
  public ObjectLoader open(AnyObjectId id) throws IOException {
    return open(id, OBJ_ANY);
  }

  @Override
  public ObjectLoader open(AnyObjectId id, int typeHint) throws IOException {
    try {
      return openOnce(id, typeHint);
    } catch (MissingObjectException e) {
      if (!missing.lookAgain(id)) {
        throw e;
      }
      return openOnce(id, typeHint);
    }
  }

  private ObjectLoader openOnce(AnyObjectId id, int typeHint) throws IOException {
    boolean guarded = typeHint == OBJ_ANY || typeHint == Constants.OBJ_BLOB;
    if (!guarded || !isMadeFromLarge(id)) {
      return all.open(id, typeHint);
    }
    return large.open(id.copy(), all.getObjectSize(id, typeHint));
  }

  private boolean isMadeFromLarge(AnyObjectId id) throws IOException {
    Boolean found = madeFromLarge(id);
    if (found == null && all.has(id)) {
      // JGit has listed the packs again, if it had to.
      found = madeFromLarge(id);
    }
    return Boolean.TRUE.equals(found);
  }

  /** Returns null if a pack has vanished, so that the object may be in an unlisted one. */
  private @Nullable Boolean madeFromLarge(AnyObjectId id) throws IOException {
    boolean gone = false;
    for (Pack pack : packs.get()) {
      try {
        long offset = pack.getIndex().findOffset(id);
        if (offset > 0) {
          try (PackEntries entries = PackEntries.of(pack)) {
            return entries.entry(offset).isDelta() && isLarge(entries.chain(offset), id);
          }
        }
      } catch (FileNotFoundException | NoSuchFileException | PackInvalidException e) {
        gone = true;
      }
    }
    return gone ? null : (Boolean) false;
  }

  private static boolean isLarge(PackEntries.Chain chain, AnyObjectId id) {
    if (chain.largest() <= GitCache.streamed()) {
      return false;
    }
    if (chain.type() != Constants.OBJ_BLOB) {
      throw new LargeObjectException(id.copy());
    }
    return true;
  }
}
