package org.packhouse.app.source.attachment;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that somebody has attached.
 *
 * @param name as its author gave it, without directories
 * @param digest SHA-256 of its bytes, 64 hex digits
 * @param size in bytes
 * @param metadata that programs keep about it; null: none
 */
public record Attachment(
    long id,
    long repositoryId,
    long authorId,
    String name,
    String digest,
    long size,
    @Nullable String metadata) {

  /** The link to it in Markdown, an image or not. */
  public String markdown(byte[] bytes) {
    String label = name.replaceAll("[\\[\\]\\\\`*_<>]", " ").strip();
    return "%s[%s](attachment:%d)".formatted(picture(bytes).isPresent() ? "!" : "", label, id);
  }

  /** The media type of a picture that browsers may show, by its first bytes; empty: it is none. */
  public static Optional<String> picture(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(bytes.length, 12), StandardCharsets.ISO_8859_1);
    if (head.startsWith("\u0089PNG\r\n\u001a\n")) {
      return Optional.of("image/png");
    }
    if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return Optional.of("image/jpeg");
    }
    if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
      return Optional.of("image/gif");
    }
    return head.startsWith("RIFF") && head.endsWith("WEBP")
        ? Optional.of("image/webp")
        : Optional.empty();
  }
}
