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
 * Sends the bytes of files, as a stream. What people push must not run in the name of this server:
 * nothing is sent as a type that a browser would run, and all of it is sandboxed.
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

  /** Sets the headers that keep what was pushed from running. */
  static void sandbox(HttpServletResponse response) {
    response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-cache");
    response.setHeader("Content-Security-Policy", SANDBOX);
    response.setHeader("X-Content-Type-Options", "nosniff");
  }

  /**
   * Answers with a file, or the part of it that is asked for, or that the client has it.
   *
   * @param entry a blob
   * @throws IOException if the blob cannot be read or the client is gone
   */
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

  /** The header that makes a browser save what is sent, under that name. */
  static String attachment(String name) {
    return ContentDisposition.attachment()
        .filename(name, StandardCharsets.UTF_8)
        .build()
        .toString();
  }
}
