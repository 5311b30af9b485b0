package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.packhouse.app.storage.pack.PackEntries;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Refuses commits, tags and trees that are implausibly large: showing history loads them, with
 * their delta bases, into memory.
 */
@Component
@Lazy
public class ObjectLimits {

  /** A tree entry: mode, space, a name of one byte, a zero, and an id. */
  private static final int SMALLEST_ENTRY = 5 + 1 + 1 + 1 + Constants.OBJECT_ID_LENGTH;

  private final ObjectLimitSettings settings;

  ObjectLimits(ObjectLimitSettings settings) {
    this.settings = settings;
  }

  /** Returns a size in bytes at which every object passes. */
  public long smallest() {
    long tree = Math.min(settings.maxTreeSize().toBytes(), bytesOfMostEntries());
    return Math.min(settings.maxCommitSize().toBytes(), tree);
  }

  private long bytesOfMostEntries() {
    return (long) settings.maxTreeEntries() * SMALLEST_ENTRY;
  }

  /**
   * Checks all objects in a quarantine's packs.
   *
   * @throws ObjectTooLargeException naming the first object beyond its limit
   */
  public void check(Quarantine quarantine) throws IOException {
    for (Path index : indexes(quarantine.objectDirectory().resolve("pack"))) {
      String name = index.getFileName().toString().replace(".idx", ".pack");
      PackIndex ids = PackIndex.open(index.toFile());
      try (PackEntries entries = new PackEntries(index.resolveSibling(name), ids)) {
        new Look(ids, entries, quarantine).run();
      }
    }
  }

  private static List<Path> indexes(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".idx")).toList();
    }
  }

  private final class Look {

    private final PackIndex ids;
    private final PackEntries entries;
    private final Quarantine quarantine;
    private final long[] offsets;
    private final byte[] types;

    Look(PackIndex ids, PackEntries entries, Quarantine quarantine) {
      this.ids = ids;
      this.entries = entries;
      this.quarantine = quarantine;
      this.offsets = new long[Math.toIntExact(ids.getObjectCount())];
      this.types = new byte[offsets.length];
    }

    void run() throws IOException {
      int count = 0;
      for (PackIndex.MutableEntry entry : ids) {
        offsets[count++] = entry.getOffset();
      }
      // Most deltas follow their bases, whose types are then known.
      Arrays.sort(offsets);
      for (int i = 0; i < offsets.length; i++) {
        PackEntries.Entry entry = entries.entry(offsets[i]);
        types[i] = (byte) (entry.isDelta() ? typeAt(entry.base()) : entry.type());
        look(offsets[i], types[i], entry.size());
      }
    }

    private int typeAt(long offset) throws IOException {
      int at = Arrays.binarySearch(offsets, offset);
      return at >= 0 && types[at] != 0 ? types[at] : entries.chain(offset).type();
    }

    private void look(long offset, int type, long size) throws IOException {
      switch (type) {
        case Constants.OBJ_COMMIT, Constants.OBJ_TAG -> {
          String kind = type == Constants.OBJ_TAG ? "tag" : "commit";
          refuseBeyond(settings.maxCommitSize().toBytes(), kind, offset, size, "bytes");
        }
        case Constants.OBJ_TREE -> {
          refuseBeyond(settings.maxTreeSize().toBytes(), "tree", offset, size, "bytes");
          if (size > bytesOfMostEntries()) {
            refuseBeyond(settings.maxTreeEntries(), "tree", offset, entriesAt(offset), "entries");
          }
        }
        default -> {
          // Blobs may have any size.
        }
      }
    }

    private void refuseBeyond(long limit, String kind, long offset, long size, String unit)
        throws IOException {
      if (size > limit) {
        throw new ObjectTooLargeException(
            "the %s %s has %d %s, and at most %d are taken"
                .formatted(kind, idAt(offset).name(), size, unit, limit));
      }
    }

    private ObjectId idAt(long offset) throws IOException {
      for (PackIndex.MutableEntry entry : ids) {
        if (entry.getOffset() == offset) {
          return entry.toObjectId();
        }
      }
      throw new IOException("No object begins at " + offset);
    }

    private int entriesAt(long offset) throws IOException {
      try (Repository repository = quarantine.open();
          ObjectReader reader = repository.newObjectReader()) {
        int count = 0;
        CanonicalTreeParser tree = new CanonicalTreeParser(new byte[0], reader, idAt(offset));
        for (; !tree.eof(); tree.next()) {
          count++;
        }
        return count;
      }
    }
  }
}
