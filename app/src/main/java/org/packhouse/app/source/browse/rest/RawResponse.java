package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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
}
