package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Objects in pack format, without header and trailer. A delta's base is among them, named by offset
 * or id, so that they may follow any beginning of a pack.
 */
final class PackedObjects {

  static final PackedObjects NONE = new PackedObjects(List.of(), 0, 0, 0);

  /** Bytes that are cached of one clone's objects. */
  static final int MAX_LENGTH = 4 * 1024 * 1024;

  /** Bytes of a piece: heaps have little room for larger arrays. */
  private static final int PIECE = 64 * 1024;

  private final List<byte[]> pieces;
  private final int length;
  private final int count;
  private final int deltas;

  private PackedObjects(List<byte[]> pieces, int length, int count, int deltas) {
    this.pieces = pieces;
    this.length = length;
    this.count = count;
    this.deltas = deltas;
  }

  /** Appends gathered objects, of which {@code moreDeltas} are deltas. */
  PackedObjects with(Gathering others, int more, int moreDeltas) {
    List<byte[]> all = new ArrayList<>(pieces);
    for (byte[] piece : others.pieces()) {
      if (!all.isEmpty() && all.getLast().length + piece.length <= PIECE) {
        all.add(joined(all.removeLast(), piece));
      } else {
        all.add(piece);
      }
    }
    return new PackedObjects(all, length + others.length(), count + more, deltas + moreDeltas);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  int length() {
    return length;
  }

  int count() {
    return count;
  }

  int deltas() {
    return deltas;
  }

  void writeTo(OutputStream out) throws IOException {
    for (byte[] piece : pieces) {
      out.write(piece);
    }
  }

  /** Copies what is passed on, in pieces, unless it becomes too much. */
  static final class Gathering extends OutputStream {

    private final OutputStream out;
    private final int most;
    private final List<byte[]> full = new ArrayList<>();
    private final ByteArrayOutputStream last = new ByteArrayOutputStream();
    private int length;
    private boolean whole = true;

    /** Keeps at most so many bytes; if there are more, none. */
    Gathering(OutputStream out, int most) {
      this.out = out;
      this.most = most;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      if (whole && length + count > most) {
        whole = false;
        full.clear();
        last.reset();
      }
      if (whole) {
        keep(bytes, offset, count);
      }
      out.write(bytes, offset, count);
    }

    private void keep(byte[] bytes, int offset, int count) {
      length += count;
      int from = offset;
      while (from < offset + count) {
        int part = Math.min(offset + count - from, PIECE - last.size());
        last.write(bytes, from, part);
        from += part;
        if (last.size() == PIECE) {
          full.add(last.toByteArray());
          last.reset();
        }
      }
    }

    /** Returns whether everything was kept. */
    boolean isWhole() {
      return whole;
    }

    private int length() {
      return length;
    }

    private List<byte[]> pieces() {
      List<byte[]> all = new ArrayList<>(full);
      if (last.size() > 0) {
        all.add(last.toByteArray());
      }
      return all;
    }
  }
}
