package org.packhouse.app.identity.avatar.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Base64;
import org.packhouse.app.identity.avatar.Picture;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.MultipartBody;
import org.packhouse.app.platform.rest.MultipartBody.Part;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;

/** Sends avatars and reads uploads. */
public final class AvatarResponses {

  private static final CacheControl BRIEFLY =
      CacheControl.maxAge(Duration.ofMinutes(1)).cachePrivate();
  private static final String DATA = "data:";
  private static final String BASE64 = ";base64,";

  private AvatarResponses() {}

  /** Returns a response that browsers cache for a minute and then revalidate. */
  public static ResponseEntity<byte[]> send(Picture picture) {
    return ResponseEntity.ok()
        .contentType(picture.type())
        .cacheControl(BRIEFLY)
        .eTag('"' + picture.stamp() + '"')
        .header("X-Content-Type-Options", "nosniff")
        .body(picture.bytes());
  }

  /**
   * Reads the file in the part {@code avatar} of a multipart body, at most {@code maxSize} bytes.
   */
  public static byte[] read(HttpServletRequest request, long maxSize) {
    try {
      MultipartBody body = MultipartBody.of(request);
      for (Part part = body.next(); part != null; part = body.next()) {
        if (part.name().equals("avatar")) {
          return read(part, maxSize);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read an upload", e);
    }
    throw absent();
  }

  private static byte[] read(Part part, long maxSize) throws IOException {
    byte[] bytes = part.content().readNBytes(Math.toIntExact(maxSize + 1));
    if (bytes.length == 0) {
      throw absent();
    }
    if (bytes.length > maxSize) {
      throw new InvalidFieldException(
          "avatar", "The avatar has more than %d bytes.".formatted(maxSize));
    }
    return bytes;
  }

  private static InvalidFieldException absent() {
    return new InvalidFieldException(
        "avatar", "A file in the part avatar of a multipart body is required.");
  }

  /** Decodes a data URI, {@code data:image/png;base64,...}, of at most {@code maxSize} bytes. */
  public static byte[] read(String dataUri, long maxSize) {
    int begin = dataUri.indexOf(BASE64);
    if (!dataUri.startsWith(DATA) || begin < 0) {
      throw invalidUri(dataUri);
    }
    String encoded = dataUri.substring(begin + BASE64.length());
    if (encoded.length() / 4L * 3 > maxSize + 3) {
      throw new InvalidFieldException(
          "avatar", "The avatar has more than %d bytes.".formatted(maxSize));
    }
    try {
      return Base64.getMimeDecoder().decode(encoded);
    } catch (IllegalArgumentException e) {
      throw (InvalidFieldException) invalidUri(dataUri).initCause(e);
    }
  }

  private static InvalidFieldException invalidUri(String text) {
    return new InvalidFieldException(
        "avatar",
        "The avatar must be a data URI such as data:image/png;base64,iVBORw0KGgo..., not %s."
            .formatted(InvalidFieldException.quote(text)));
  }
}
