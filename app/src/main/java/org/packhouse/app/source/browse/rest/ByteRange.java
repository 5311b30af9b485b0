package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;

/**
 * The bytes that a request selects. As HTTP allows, several ranges, malformed headers and a changed
 * file yield the whole file; {@code length} is negative if the range begins behind the end.
 */
record ByteRange(long first, long length, boolean isPart) {

  private static final int BUFFER = 64 << 10;

  static ByteRange of(HttpServletRequest request, String tag, long size) {
    String wanted = request.getHeader(HttpHeaders.RANGE);
    String unchanged = request.getHeader(HttpHeaders.IF_RANGE);
    if (wanted == null || (unchanged != null && !unchanged.equals(tag))) {
      return new ByteRange(0, size, false);
    }
    try {
      List<HttpRange> ranges = HttpRange.parseRanges(wanted);
      if (ranges.size() != 1) {
        return new ByteRange(0, size, false);
      }
      long first = ranges.getFirst().getRangeStart(size);
      return new ByteRange(
          first, first >= size ? -1 : ranges.getFirst().getRangeEnd(size) - first + 1, true);
    } catch (IllegalArgumentException e) {
      return new ByteRange(0, size, false);
    }
  }

  boolean isSatisfiable() {
    return length >= 0;
  }

  String header(long size) {
    return "bytes %d-%d/%d".formatted(first, first + length - 1, size);
  }

  /** Copies the range; {@code head} are the first bytes, {@code rest} those behind. */
  void copy(byte[] head, InputStream rest, OutputStream out) throws IOException {
    long left = length;
    if (first < head.length) {
      int count = (int) Math.min(left, head.length - first);
      out.write(head, (int) first, count);
      left -= count;
    } else {
      rest.skipNBytes(first - head.length);
    }
    byte[] buffer = new byte[BUFFER];
    while (left > 0) {
      int count = rest.read(buffer, 0, (int) Math.min(left, BUFFER));
      if (count < 0) {
        throw new EOFException("The blob is shorter than it says");
      }
      out.write(buffer, 0, count);
      left -= count;
    }
  }
}
