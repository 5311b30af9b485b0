package org.packhouse.app.upkeep.housekeeping;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A cursor over the ascending object ids of a pack, which reads the index by blocks, as it may be
 * larger than the heap. Index versions 1 and 2 of {@code gitformat-pack(5)}.
 */
final class PackedIds implements Closeable {

  /** Bytes of a SHA-1 id. */
  static final int ID = 20;

  private static final int MAGIC = 0xff744f63;
  private static final int VERSION_2 = 2;
  private static final int HEADER_2 = 8;
  private static final int FANOUT = 256;
  private static final int OFFSET = 4;
  private static final int TRAILER = 2 * ID;
  private static final int BLOCK = 512;

  private final Path index;
  private final FileChannel channel;
  private final long namesAt;
  private final int entry;
  private final int idInEntry;
  private final long[] fanout = new long[FANOUT];
  private final long count;
  private final byte[] packChecksum = new byte[ID];
  private byte[] block = new byte[0];
  private long blockStart;
  private int blockEntries;
  private long position;

  PackedIds(Path index) throws IOException {
    this.index = index;
    this.channel = FileChannel.open(index, StandardOpenOption.READ);
    try {
      ByteBuffer start = read(0, HEADER_2 + FANOUT * Integer.BYTES);
      boolean second = start.getInt(0) == MAGIC;
      if (second && start.getInt(Integer.BYTES) != VERSION_2) {
        throw new IOException(
            "The index %s has version %d, which is not known"
                .formatted(index, start.getInt(Integer.BYTES)));
      }
      int fanoutAt = second ? HEADER_2 : 0;
      for (int i = 0; i < FANOUT; i++) {
        fanout[i] = Integer.toUnsignedLong(start.getInt(fanoutAt + i * Integer.BYTES));
      }
      count = fanout[FANOUT - 1];
      namesAt = fanoutAt + FANOUT * (long) Integer.BYTES;
      entry = second ? ID : OFFSET + ID;
      idInEntry = second ? 0 : OFFSET;
      if (channel.size() < namesAt + count * entry + TRAILER) {
        throw new EOFException("The index %s is cut off".formatted(index));
      }
      read(channel.size() - TRAILER, ID).get(packChecksum);
      if (count > 0 && count <= BLOCK) {
        load(0);
        // Nothing more is read: a repository may have thousands of small packs.
        channel.close();
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  long count() {
    return count;
  }

  /** Returns the checksum of the pack: the last 20 bytes of its file. */
  byte[] packChecksum() {
    return packChecksum.clone();
  }

  /** Returns the position of the cursor, from 0. */
  long position() {
    return position;
  }

  /** Returns whether the cursor is at an id, not behind the last. */
  boolean isAtId() {
    return position < count;
  }

  /** Returns the id at the cursor. */
  byte[] id() throws IOException {
    load(position);
    int at = at(position);
    return Arrays.copyOfRange(block, at, at + ID);
  }

  void next() {
    position++;
  }

  /** Moves forward to the first id that is not below another; returns whether it is equal. */
  boolean advanceTo(byte[] id) throws IOException {
    int bucket = id[0] & 0xff;
    long low = Math.max(position, bucket == 0 ? 0 : fanout[bucket - 1]);
    long high = fanout[bucket];
    if (low < high && isLoaded(low)) {
      // Neighbours are mostly asked for one after the other: look no further than the block first.
      long last = Math.min(high, blockStart + blockEntries) - 1;
      if (compare(last, id) >= 0) {
        high = last;
      } else {
        low = last + 1;
      }
    }
    if (low < high && !isLoaded(low)) {
      long last = Math.min(low + BLOCK - low % BLOCK, high) - 1;
      if (compare(last, id) >= 0) {
        high = last;
      } else {
        low = last + 1;
      }
    }
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (compare(middle, id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    position = low;
    return position < fanout[bucket] && compare(position, id) == 0;
  }

  private boolean isLoaded(long place) {
    return place >= blockStart && place < blockStart + blockEntries;
  }

  private int compare(long place, byte[] id) throws IOException {
    load(place);
    int at = at(place);
    return Arrays.compareUnsigned(block, at, at + ID, id, 0, ID);
  }

  private int at(long place) {
    return (int) (place - blockStart) * entry + idInEntry;
  }

  private void load(long place) throws IOException {
    if (isLoaded(place)) {
      return;
    }
    long start = Math.max(0, Math.min(place - place % BLOCK, count - 1));
    int entries = (int) Math.min(BLOCK, count - start);
    byte[] bytes = new byte[entries * entry];
    read(namesAt + start * entry, bytes.length).get(bytes);
    block = bytes;
    blockStart = start;
    blockEntries = entries;
  }

  private ByteBuffer read(long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, from + bytes.position());
      if (read < 0) {
        throw new EOFException("The index %s is cut off".formatted(index));
      }
    }
    return bytes.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
