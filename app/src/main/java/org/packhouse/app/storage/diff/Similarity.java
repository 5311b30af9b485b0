package org.packhouse.app.storage.diff;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.hooks.text.TextEncoding;

/**
 * Measures similarity: files are split into lines, long ones into pieces, and common pieces counted
 * by bytes.
 */
final class Similarity {

  /** The result for equal files. */
  static final int SAME = 60_000;

  private static final int PIECE = 64;
  private static final int LENGTH_MASK = 0x7f;

  /** Larger files are renames only if their content is equal. */
  private static final long MAX_SIZE = 4 << 20;

  /** Maximum of bytes read from all files. */
  private static final long MAX_BYTES = 64 << 20;

  private final ObjectReader reader;
  private final Map<ObjectId, Long> sizes = new HashMap<>();
  private final Map<ObjectId, long[]> pieces = new HashMap<>();
  private long read;

  Similarity(ObjectReader reader) {
    this.reader = reader;
  }

  /**
   * Returns the common share of the larger file, 0 to {@link #SAME}; 0 if the sizes rule {@code
   * least} out.
   */
  int of(Side one, Side other, int least) throws IOException {
    if (!one.isRegular() || !other.isRegular()) {
      return 0;
    }
    long oneSize = size(one.id());
    long otherSize = size(other.id());
    long larger = Math.max(oneSize, otherSize);
    long difference = larger - Math.min(oneSize, otherSize);
    if (larger == 0 || larger > MAX_SIZE || difference * SAME > larger * (SAME - least)) {
      return 0;
    }
    long[] first = pieces(one.id());
    long[] second = pieces(other.id());
    return (int) (common(first, second) * SAME / larger);
  }

  private long size(ObjectId id) throws IOException {
    Long known = sizes.get(id);
    if (known == null) {
      known = reader.getObjectSize(id, Constants.OBJ_BLOB);
      sizes.put(id, known);
    }
    return known;
  }

  private long[] pieces(ObjectId id) throws IOException {
    long[] known = pieces.get(id);
    if (known == null) {
      long size = size(id);
      if (read + size > MAX_BYTES) {
        return new long[0];
      }
      read += size;
      known = cut(reader.open(id, Constants.OBJ_BLOB).getCachedBytes((int) MAX_SIZE));
      pieces.put(id, known);
    }
    return known;
  }

  /** Returns sorted hashes of the pieces, with their length in the low bits. */
  private static long[] cut(byte[] content) {
    boolean text = !TextEncoding.isBinary(content);
    long[] cut = new long[16 + content.length / 32];
    int count = 0;
    long hash = 0;
    int length = 0;
    for (int i = 0; i < content.length; i++) {
      byte octet = content[i];
      boolean last = i + 1 == content.length;
      if (!(text && octet == '\r' && !last && content[i + 1] == '\n')) {
        hash = (hash ^ (octet & 0xff)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        length++;
        if (length == PIECE || octet == '\n' || last) {
          cut = count == cut.length ? Arrays.copyOf(cut, count * 2) : cut;
          cut[count++] = (hash & ~LENGTH_MASK) | length;
          hash = 0;
          length = 0;
        }
      }
    }
    long[] sorted = Arrays.copyOf(cut, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private static long common(long[] one, long[] other) {
    long bytes = 0;
    int i = 0;
    int j = 0;
    while (i < one.length && j < other.length) {
      if (one[i] == other[j]) {
        bytes += one[i] & LENGTH_MASK;
        i++;
        j++;
      } else if (one[i] < other[j]) {
        i++;
      } else {
        j++;
      }
    }
    return bytes;
  }
}
