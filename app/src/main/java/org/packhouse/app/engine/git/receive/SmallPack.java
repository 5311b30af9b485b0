package org.packhouse.app.engine.git.receive;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads a pack up to its end or a size, and measures its objects, deltas by the sizes in their
 * first bytes, without keeping anything inflated. Not a byte beyond the pack is waited for.
 */
final class SmallPack {

  private static final int HEADER = 12;
  private static final int TRAILER = 20;
  private static final int ID = 20;

  /** More bytes than the two sizes at the start of a delta. */
  private static final int SIZES = 20;

  private static final int OFS_DELTA = 6;
  private static final int REF_DELTA = 7;

  private final InputStream in;
  private final int capacity;
  private byte[] bytes = new byte[8 * 1024];
  private int length;
  private int position;
  private boolean complete;
  private int objects;
  private long inflated;
  private long largest;
  private long bases;

  SmallPack(InputStream in, int capacity) {
    this.in = in;
    this.capacity = capacity;
  }

  /** Reads and measures the pack, or throws a PackRefusedException if it is none. */
  void read() throws IOException {
    if (capacity < HEADER + TRAILER) {
      return;
    }
    if (!require(HEADER)) {
      return;
    }
    if (bytes[0] != 'P' || bytes[1] != 'A' || bytes[2] != 'C' || bytes[3] != 'K') {
      throw new PackRefusedException("this is no pack");
    }
    long count = number(8) & 0xffffffffL;
    objects = (int) Math.min(count, Integer.MAX_VALUE);
    position = HEADER;
    Inflater inflater = new Inflater();
    try {
      for (long i = 0; i < count; i++) {
        if (!object(inflater)) {
          return;
        }
      }
    } catch (DataFormatException e) {
      throw new PackRefusedException("the pack is corrupt: " + e.getMessage());
    } finally {
      inflater.end();
    }
    complete = require(TRAILER);
  }

  private int number(int at) {
    return java.nio.ByteBuffer.wrap(bytes).getInt(at);
  }

  boolean isComplete() {
    return complete;
  }

  /** Returns the number of objects in the header; 0 if nothing was read. */
  int objects() {
    return objects;
  }

  /** Returns the bytes of all objects together, deltas applied. */
  long inflated() {
    return inflated;
  }

  /** Returns the bytes of the largest object or delta base, deltas applied. */
  long largest() {
    return largest;
  }

  /** Returns the bytes of all delta bases, each as often as it is named: a thin pack lacks them. */
  long bases() {
    return bases;
  }

  ByteArrayInputStream replay() {
    return new ByteArrayInputStream(bytes, 0, length);
  }

  int size() {
    return length;
  }

  private boolean object(Inflater inflater) throws IOException, DataFormatException {
    if (!require(1)) {
      return false;
    }
    int current = bytes[position++] & 0xff;
    int type = (current >> 4) & 7;
    long size = current & 15;
    for (int shift = 4; (current & 0x80) != 0; shift += 7) {
      if (!require(1)) {
        return false;
      }
      current = bytes[position++] & 0xff;
      size += (long) (current & 0x7f) << Math.min(shift, 57);
    }
    if ((type == OFS_DELTA && !skipOffset()) || (type == REF_DELTA && !skip(ID))) {
      return false;
    }
    if (type != OFS_DELTA && type != REF_DELTA) {
      count(size);
    }
    return inflate(inflater, type, size);
  }

  private boolean skipOffset() throws IOException {
    do {
      if (!require(1)) {
        return false;
      }
    } while ((bytes[position++] & 0x80) != 0);
    return true;
  }

  private boolean skip(int count) throws IOException {
    if (!require(count)) {
      return false;
    }
    position += count;
    return true;
  }

  private boolean inflate(Inflater inflater, int type, long size)
      throws IOException, DataFormatException {
    inflater.reset();
    byte[] scratch = new byte[8 * 1024];
    long total = 0;
    while (!inflater.finished()) {
      if (inflater.needsInput()) {
        if (position == length && !require(1)) {
          return false;
        }
        inflater.setInput(bytes, position, length - position);
        position = length;
      }
      int wanted = total == 0 ? firstRead(inflater, scratch) : inflater.inflate(scratch);
      if (total == 0 && wanted < SIZES && !inflater.finished()) {
        return false;
      }
      if (total == 0 && wanted > 0 && (type == OFS_DELTA || type == REF_DELTA)) {
        countDelta(scratch, wanted, type == REF_DELTA);
      }
      total += wanted;
      if (total > size || (wanted == 0 && inflater.needsDictionary())) {
        throw new DataFormatException("an object is longer than it says");
      }
    }
    if (total != size) {
      throw new DataFormatException("an object is shorter than it says");
    }
    position -= inflater.getRemaining();
    return true;
  }

  /** Reads as much as a delta's two sizes take, so that they are not split. */
  private int firstRead(Inflater inflater, byte[] scratch) throws IOException, DataFormatException {
    int have = 0;
    while (have < SIZES && !inflater.finished()) {
      int count = inflater.inflate(scratch, have, scratch.length - have);
      have += count;
      if (count == 0 && inflater.needsInput()) {
        if (position == length && !require(1)) {
          return have;
        }
        inflater.setInput(bytes, position, length - position);
        position = length;
      } else if (count == 0 && inflater.needsDictionary()) {
        return have;
      }
    }
    return have;
  }

  /** A delta begins with the sizes of its base and its result. */
  private void countDelta(byte[] delta, int length, boolean named) throws DataFormatException {
    int at = 0;
    for (int size = 0; size < 2; size++) {
      long value = 0;
      int shift = 0;
      do {
        if (at == length) {
          throw new DataFormatException("a delta has no sizes");
        }
        value |= (long) (delta[at] & 0x7f) << Math.min(shift, 56);
        shift += 7;
      } while ((delta[at++] & 0x80) != 0);
      if (size == 0) {
        largest = Math.max(largest, value);
        bases += named ? Math.clamp(value, 0, Integer.MAX_VALUE) : 0;
      } else {
        count(value);
      }
    }
  }

  private void count(long size) throws DataFormatException {
    if (size < 0) {
      throw new DataFormatException("an object has a size that no object can have");
    }
    inflated =
        Math.addExact(Math.min(inflated, Long.MAX_VALUE / 2), Math.min(size, Long.MAX_VALUE / 2));
    largest = Math.max(largest, size);
  }

  /** Buffers so many bytes; returns false if they would not fit. */
  private boolean require(int count) throws IOException {
    while (length - position < count) {
      if (length == capacity) {
        return false;
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(capacity, 4 * bytes.length));
      }
      int read = in.read(bytes, length, bytes.length - length);
      if (read < 0) {
        throw new PackRefusedException("the pack ends before it is complete");
      }
      length += read;
    }
    return true;
  }
}
