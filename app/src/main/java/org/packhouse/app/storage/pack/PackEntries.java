package org.packhouse.app.storage.pack;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Reads how a pack stores its objects: types, sizes and delta bases, inflating only the first bytes
 * of deltas. The format is {@code gitformat-pack}.
 */
public final class PackEntries implements Closeable {

  private static final int OFS_DELTA = 6;
  private static final int REF_DELTA = 7;

  /** A header, a base's id, and enough deflated data for the two sizes of a delta. */
  private static final int READ_AT_ONCE = 512;

  /** More bytes than the two sizes at the start of a delta take. */
  private static final int SIZES = 20;

  /** Git's own chains have at most 4095 deltas. */
  private static final int MAX_CHAIN = 100_000;

  /** The directory of replaced packs, beside the pack directory. */
  public static final String SUPERSEDED = "superseded";

  private final FileChannel file;
  private final PackIndex index;
  private final ByteBuffer buffer = ByteBuffer.allocate(READ_AT_ONCE);
  private final Inflater inflater = new Inflater();
  private final byte[] sizes = new byte[SIZES];

  public PackEntries(Path pack, PackIndex index) throws IOException {
    this.file = FileChannel.open(pack, StandardOpenOption.READ);
    this.index = index;
  }

  /** Opens a pack of JGit's, even if housekeeping has set it aside. */
  public static PackEntries of(Pack pack) throws IOException {
    Path file = pack.getPackFile().toPath();
    try {
      return new PackEntries(file, pack.getIndex());
    } catch (NoSuchFileException e) {
      Path aside = file.resolveSibling("..").normalize().resolve(SUPERSEDED);
      return new PackEntries(aside.resolve(file.getFileName()), pack.getIndex());
    }
  }

  /** An entry's type, -1 for a delta; its size with deltas applied; its base's offset or -1. */
  public record Entry(int type, long size, long base) {

    public boolean isDelta() {
      return base >= 0;
    }
  }

  /** An object's type, and the size in bytes of the largest object in its delta chain. */
  public record Chain(int type, long largest) {}

  /** Follows the delta chain of the entry at an offset. */
  public Chain chain(long offset) throws IOException {
    long largest = 0;
    Entry entry = entry(offset);
    for (int links = 0; entry.isDelta(); links++) {
      if (links == MAX_CHAIN) {
        throw new IOException("A delta chain is cyclic or too deep at " + offset);
      }
      largest = Math.max(largest, entry.size());
      entry = entry(entry.base());
    }
    return new Chain(entry.type(), Math.max(largest, entry.size()));
  }

  /** Fails if the pack is malformed. */
  public Entry entry(long offset) throws IOException {
    read(offset);
    int current = next();
    int type = (current >> 4) & 7;
    long size = current & 15;
    for (int shift = 4; (current & 0x80) != 0; shift += 7) {
      current = next();
      size |= (long) (current & 0x7f) << Math.min(shift, 57);
    }
    return switch (type) {
      case OFS_DELTA -> {
        long base = offset - distance();
        yield new Entry(-1, resultSize(offset), checked(base, offset));
      }
      case REF_DELTA -> {
        byte[] id = new byte[Constants.OBJECT_ID_LENGTH];
        buffer.get(id);
        long base = index.findOffset(ObjectId.fromRaw(id));
        yield new Entry(-1, resultSize(offset), checked(base, offset));
      }
      default -> new Entry(type, size, -1);
    };
  }

  private void read(long offset) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining() && file.read(buffer, offset + buffer.position()) > 0) {
      // as much as there is
    }
    buffer.flip();
  }

  private int next() throws IOException {
    if (!buffer.hasRemaining()) {
      throw new IOException("A pack entry is truncated");
    }
    return buffer.get() & 0xff;
  }

  private long distance() throws IOException {
    int current = next();
    long distance = current & 0x7f;
    while ((current & 0x80) != 0) {
      current = next();
      distance = ((distance + 1) << 7) | (current & 0x7f);
    }
    return distance;
  }

  private static long checked(long base, long offset) throws IOException {
    if (base <= 0) {
      throw new IOException("The base of a delta is missing, at " + offset);
    }
    return base;
  }

  /** Reads the second of the two sizes at the start of a delta. */
  private long resultSize(long offset) throws IOException {
    inflater.reset();
    inflater.setInput(buffer);
    int count = 0;
    try {
      while (count < SIZES && !inflater.finished() && !inflater.needsInput()) {
        count += inflater.inflate(sizes, count, SIZES - count);
      }
    } catch (DataFormatException e) {
      throw new IOException("A delta is corrupt, at " + offset, e);
    }
    int at = 0;
    while (at < count && (sizes[at] & 0x80) != 0) {
      at++;
    }
    long size = 0;
    int shift = 0;
    do {
      if (++at >= count) {
        throw new IOException("A delta has no sizes, at " + offset);
      }
      size |= (long) (sizes[at] & 0x7f) << Math.min(shift, 56);
      shift += 7;
    } while ((sizes[at] & 0x80) != 0);
    return size;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    file.close();
  }
}
