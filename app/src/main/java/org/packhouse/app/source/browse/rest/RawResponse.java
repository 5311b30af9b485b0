package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.source.browse.RawType;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.hooks.text.TextEncoding;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;
import org.springframework.stereotype.Component;

/**
 * Streams files so that pushed content cannot run in this server's origin: sandboxed, and never as
 * a type that a browser would execute.
 */
@Component
public class RawResponse {

  private static final int HEAD = TextEncoding.BINARY_LOOKAHEAD;
  private static final String SANDBOX =
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

  private final Blobs blobs;

  RawResponse(Blobs blobs) {
    this.blobs = blobs;
  }

  static void sandbox(HttpServletResponse response) {
    response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-cache");
    response.setHeader("Content-Security-Policy", SANDBOX);
    response.setHeader("X-Content-Type-Options", "nosniff");
  }

  /** Sends a blob, the requested range of it, or 304. */
  public void send(
      OpenRepository open,
      TreeEntry entry,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    String tag = "\"" + entry.id() + "\"";
    response.setHeader(HttpHeaders.ETAG, tag);
    response.setHeader(HttpHeaders.ACCEPT_RANGES, "bytes");
    sandbox(response);
    if (tag.equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    try (Blobs.Stream stream = blobs.open(open, entry.id())) {
      byte[] head = stream.head(HEAD);
      ByteRange range = ByteRange.of(request, tag, stream.size());
      if (!range.isSatisfiable()) {
        response.setHeader(HttpHeaders.CONTENT_RANGE, "bytes */" + stream.size());
        throw new RestException(
            HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE,
            ExceptionName.ARGUMENT_VALIDATION,
            "The range begins at byte %d, but the file ends after %d bytes."
                .formatted(range.first(), stream.size()));
      }
      describe(entry, TextEncoding.ofHead(head).orElse(null), response);
      if (range.isPart()) {
        response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
        response.setHeader(HttpHeaders.CONTENT_RANGE, range.header(stream.size()));
      }
      response.setContentLengthLong(range.length());
      if (!"HEAD".equals(request.getMethod())) {
        range.copy(head, stream.rest(), response.getOutputStream());
      }
    }
  }

  private static void describe(
      TreeEntry entry, @Nullable Charset encoding, HttpServletResponse response) {
    RawType type = RawType.of(entry.path().name(), encoding);
    response.setContentType(type.contentType());
    if (type.attachment()) {
      response.setHeader(HttpHeaders.CONTENT_DISPOSITION, attachment(entry.path().name()));
    }
  }

  /** Returns the header value that makes a browser save the response under a name. */
  static String attachment(String name) {
    return ContentDisposition.attachment()
        .filename(name, StandardCharsets.UTF_8)
        .build()
        .toString();
  }

  /**
   * The bytes that a request selects. As HTTP allows, several ranges, malformed headers and a
   * changed file yield the whole file; {@code length} is negative if the range begins behind the
   * end.
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
}
