package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jgit.errors.PackInvalidException;
import org.eclipse.jgit.errors.StoredObjectRepresentationNotAvailableException;
import org.eclipse.jgit.internal.storage.file.BitmapIndexImpl;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.pack.CachedPack;
import org.eclipse.jgit.internal.storage.pack.ObjectReuseAsIs;
import org.eclipse.jgit.internal.storage.pack.ObjectToPack;
import org.eclipse.jgit.internal.storage.pack.PackOutputStream;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.BitmapIndex;
import org.eclipse.jgit.lib.BitmapIndex.BitmapBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.ProgressMonitor;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.storage.objects.GitCache;
import org.packhouse.app.storage.pack.PackEntries;

/**
 * Reads objects for a pack made in process. Stored objects are copied; a file that would have to be
 * inflated from a delta of something large is given up, with the whole response, as JGit inflates
 * bases in memory. Trees, commits and tags are bounded when they are received.
 */
final class PackingReader extends ObjectReader.Filter implements ObjectReuseAsIs {

  private final ObjectReader all;
  private final ObjectReuseAsIs stored;
  private final Collection<Pack> listed;
  private final Supplier<Collection<Pack>> packs;
  private final Supplier<SmallPacks> smallAmong;
  private final Map<Pack, PackEntries> opened = new HashMap<>();
  private @Nullable SmallPacks small;

  /** Reads packs by {@code all}, which {@code listed} other packs a moment ago; closes it. */
  PackingReader(
      ObjectReader all,
      Collection<Pack> listed,
      Supplier<Collection<Pack>> packs,
      Supplier<SmallPacks> smallAmong) {
    if (!(all instanceof ObjectReuseAsIs reuse)) {
      throw new TooMuchException("objects that cannot be copied as they are stored");
    }
    this.all = all;
    this.stored = reuse;
    this.listed = listed;
    this.packs = packs;
    this.smallAmong = smallAmong;
  }

  @Override
  protected ObjectReader delegate() {
    return all;
  }

  @Override
  public ObjectReader newReader() {
    return new PackingReader(all.newReader(), listed, packs, smallAmong);
  }

  @Override
  public ObjectLoader open(AnyObjectId id) throws IOException {
    return open(id, OBJ_ANY);
  }

  /** Opens an object, or throws TooMuchException if it is a delta of something large. */
  @Override
  public ObjectLoader open(AnyObjectId id, int typeHint) throws IOException {
    if (typeHint == Constants.OBJ_BLOB || typeHint == OBJ_ANY) {
      checkOrigin(id);
    }
    ObjectLoader found = smallPacks().open(all, id);
    return found == null ? all.open(id, typeHint) : found;
  }

  @Override
  public @Nullable BitmapIndex getBitmapIndex() throws IOException {
    BitmappedPack latest = BitmappedPack.latestOf(listed);
    return latest == null ? all.getBitmapIndex() : new BitmapIndexImpl(latest.bitmaps());
  }

  private SmallPacks smallPacks() {
    SmallPacks known = small;
    if (known == null) {
      known = smallAmong.get();
      small = known;
    }
    return known;
  }

  private void checkOrigin(AnyObjectId id) throws IOException {
    Pack known = smallPacks().find(id);
    Boolean large = madeFromLarge(known == null ? listed : List.of(known), id);
    if (large == null) {
      // Asking for the present packs lists the directory again after a push.
      large = madeFromLarge(packs.get(), id);
    }
    if (large == null && all.has(id)) {
      // JGit has listed the packs again, if it had to.
      large = madeFromLarge(packs.get(), id);
    }
    if (Boolean.TRUE.equals(large)) {
      throw new TooMuchException("an object made from a large one");
    }
  }

  /** Returns whether an object is a delta of a large one; null if none of these packs has it. */
  private @Nullable Boolean madeFromLarge(Collection<Pack> among, AnyObjectId id)
      throws IOException {
    for (Pack pack : among) {
      try {
        long offset = pack.getIndex().findOffset(id);
        if (offset > 0) {
          return madeFromLarge(pack, offset);
        }
      } catch (FileNotFoundException | NoSuchFileException | PackInvalidException e) {
        // The object is in another pack now, or gone.
      }
    }
    return null;
  }

  private boolean madeFromLarge(Pack pack, long offset) throws IOException {
    PackEntries entries = entries(pack);
    return entries.entry(offset).isDelta() && entries.chain(offset).largest() > GitCache.streamed();
  }

  private PackEntries entries(Pack pack) throws IOException {
    PackEntries entries = opened.get(pack);
    if (entries == null) {
      entries = PackEntries.of(pack);
      opened.put(pack, entries);
    }
    return entries;
  }

  @Override
  public ObjectToPack newObjectToPack(AnyObjectId id, int type) {
    return stored.newObjectToPack(id, type);
  }

  @Override
  public void selectObjectRepresentation(
      PackWriter packer, ProgressMonitor monitor, Iterable<ObjectToPack> objects)
      throws IOException {
    stored.selectObjectRepresentation(packer, monitor, smallPacks().select(packer, all, objects));
    // An object that is not copied is inflated after bytes were sent, too late to give up.
    for (ObjectToPack object : objects) {
      if (object.getType() == Constants.OBJ_BLOB && !object.isReuseAsIs()) {
        checkOrigin(object);
      }
    }
  }

  @Override
  public void writeObjects(PackOutputStream out, List<ObjectToPack> list) throws IOException {
    stored.writeObjects(out, list);
  }

  @Override
  public void copyObjectAsIs(PackOutputStream out, ObjectToPack object, boolean validate)
      throws IOException, StoredObjectRepresentationNotAvailableException {
    stored.copyObjectAsIs(out, object, validate);
  }

  @Override
  public void copyPackAsIs(PackOutputStream out, CachedPack pack) throws IOException {
    stored.copyPackAsIs(out, pack);
  }

  @Override
  public Collection<CachedPack> getCachedPacksAndUpdate(BitmapBuilder needed) throws IOException {
    return stored.getCachedPacksAndUpdate(needed);
  }

  @Override
  public void close() {
    try {
      for (PackEntries entries : opened.values()) {
        entries.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      all.close();
    }
  }
}
