package org.packhouse.app.source.hookscript.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.MultipartBody;
import org.packhouse.app.source.hookscript.HookScriptUpload;

/** Reads the multipart bodies by which hook scripts are uploaded. */
final class HookScriptUploads {

  private static final int MAX_TEXT = 1000;
  private static final int MAX_NAME = 255;

  private HookScriptUploads() {}

  /** Reads a body whose content has at most {@code maxSize} bytes. */
  static HookScriptUpload read(HttpServletRequest request, long maxSize) {
    String name = null;
    String description = null;
    String type = null;
    byte[] content = null;
    try {
      MultipartBody body = MultipartBody.of(request);
      for (MultipartBody.Part part = body.next(); part != null; part = body.next()) {
        switch (part.name()) {
          case "name" -> name = text(part, MAX_NAME);
          case "description" -> description = text(part, MAX_TEXT);
          case "type" -> type = text(part, MAX_NAME);
          case "content" -> content = content(part, maxSize);
          default -> {
            // A part that only later versions know.
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read an upload", e);
    }
    return new HookScriptUpload(name, description, type, content);
  }

  private static String text(MultipartBody.Part part, int limit) throws IOException {
    byte[] bytes = part.content().readNBytes(4 * limit + 1);
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    if (text.length() > limit || text.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          part.name(),
          "The field %s has at most %d characters, and no control characters."
              .formatted(part.name(), limit));
    }
    return text;
  }

  private static byte[] content(MultipartBody.Part part, long maxSize) throws IOException {
    byte[] bytes = part.content().readNBytes(Math.toIntExact(maxSize + 1));
    if (bytes.length > maxSize) {
      throw new InvalidFieldException(
          "content", "A hook script has at most %d bytes.".formatted(maxSize));
    }
    if (bytes.length < 2 || bytes[0] != '#' || bytes[1] != '!') {
      throw new InvalidFieldException(
          "content", "A hook script begins with #! and the program that runs it.");
    }
    return bytes;
  }
}
