package org.packhouse.app.source.attachment;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file attached to a comment or description; {@code digest} is its SHA-256 in 64 hex digits. */
public record Attachment(
    long id,
    long repositoryId,
    long authorId,
    String name,
    String digest,
    long size,
    @Nullable String metadata) {

  /** Returns a Markdown link, for a picture one that embeds it. */
  public String markdown(byte[] bytes) {
    String label = name.replaceAll("[\\[\\]\\\\`*_<>]", " ").strip();
    return "%s[%s](attachment:%d)".formatted(picture(bytes).isPresent() ? "!" : "", label, id);
  }

  /** Returns the media type of a picture that browsers may show, detected by its first bytes. */
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
