package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.commons.fileupload2.core.DiskFileItem;
import org.apache.commons.fileupload2.core.DiskFileItemFactory;
import org.apache.commons.fileupload2.core.FileItemHeaders;
import org.apache.commons.fileupload2.core.MultipartInput;
import org.apache.commons.fileupload2.jakarta.servlet6.JakartaServletFileUpload;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * A {@code multipart/form-data} body, streamed part by part without a copy in memory or on disk: a
 * controller checks the caller before it reads, and the body may be of any size.
 */
public final class MultipartBody {

  private static final int MAX_PARTS = 1000;
  private static final int MAX_BOUNDARY_LENGTH = 200;
  private static final int MAX_HEADERS_LENGTH = 8 * 1024;

  private final JakartaServletFileUpload<DiskFileItem, DiskFileItemFactory> syntax;
  private final MultipartInput stream;
  private @Nullable InputStream open;
  private int count;

  private MultipartBody(
      JakartaServletFileUpload<DiskFileItem, DiskFileItemFactory> syntax, MultipartInput stream) {
    this.syntax = syntax;
    this.stream = stream;
    stream.setHeaderCharset(StandardCharsets.UTF_8);
  }

  /** Reads the head of a body; another type is a 415, a missing boundary a 400. */
  public static MultipartBody of(HttpServletRequest request) throws IOException {
    return of(request.getContentType(), request.getInputStream());
  }

  static MultipartBody of(@Nullable String type, InputStream body) throws IOException {
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
      String given = type == null ? "without a type" : InvalidFieldException.quote(type);
      String message = "The body must be multipart/form-data, not %s.".formatted(given);
      throw new RestException(415, List.of(new RestError(null, message, null)));
    }
    JakartaServletFileUpload<DiskFileItem, DiskFileItemFactory> syntax =
        new JakartaServletFileUpload<>();
    byte[] boundary = syntax.getBoundary(type);
    if (boundary == null || boundary.length == 0 || boundary.length > MAX_BOUNDARY_LENGTH) {
      throw malformed("its content type must name a boundary of 1 to 200 characters");
    }
    return new MultipartBody(
        syntax,
        MultipartInput.builder()
            .setInputStream(body)
            .setBoundary(boundary)
            .setMaxPartHeaderSize(MAX_HEADERS_LENGTH)
            .get());
  }

  /** Returns the next part, and skips the rest of the one before; null after the last one. */
  public @Nullable Part next() {
    try {
      if (open != null) {
        open.close();
      }
      while (open == null ? stream.skipPreamble() : stream.readBoundary()) {
        if (++count > MAX_PARTS) {
          throw malformed("it has more than " + MAX_PARTS + " parts");
        }
        FileItemHeaders headers = syntax.getParsedHeaders(stream.readHeaders());
        InputStream content = stream.newInputStream();
        open = content;
        String name = syntax.getFieldName(headers);
        if (name != null) {
          return new Part(name, syntax.getFileName(headers), new Content(content));
        }
        content.close();
      }
      return null;
    } catch (IOException | IllegalStateException e) {
      throw malformed("it breaks off, or is not what its boundary says");
    }
  }

  private static RestException malformed(String reason) {
    return new RestException(
        400,
        ExceptionName.ARGUMENT_VALIDATION,
        "The multipart body cannot be read: " + reason + ".");
  }

  /** A part of a form, to be read before the next one; fails with 400 if the body breaks off. */
  public record Part(String name, @Nullable String fileName, InputStream content) {

    /** Refuses content of more bytes, or that is not UTF-8, with an InvalidFieldException. */
    public String text(int most) throws IOException {
      byte[] bytes = content.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new InvalidFieldException(
            name, "The field %s is longer than %d bytes.".formatted(name, most));
      }
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw new InvalidFieldException(name, "The field %s must be UTF-8.".formatted(name));
      }
    }
  }

  /** Tells failures of the body from failures of where its bytes are written. */
  private static final class Content extends FilterInputStream {

    Content(InputStream in) {
      super(in);
    }

    @Override
    public int read() {
      try {
        return super.read();
      } catch (IOException e) {
        throw malformed("it breaks off");
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException e) {
        throw malformed("it breaks off");
      }
    }
  }
}
