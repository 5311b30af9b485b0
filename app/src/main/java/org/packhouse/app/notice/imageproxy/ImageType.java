package org.packhouse.app.notice.imageproxy;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** A type of image that is accepted, detected by its first bytes. */
public enum ImageType {
  PNG("image/png"),
  JPEG("image/jpeg"),
  GIF("image/gif"),
  WEBP("image/webp"),
  AVIF("image/avif"),
  /** Needs a sandbox, because it can hold scripts. */
  SVG("image/svg+xml");

  private static final int HEAD = 4096;
  private static final int BRAND = 8;
  private static final int BRAND_END = 12;

  private final String contentType;

  ImageType(String contentType) {
    this.contentType = contentType;
  }

  public String contentType() {
    return contentType;
  }

  /** Returns the type; text is an image only if the other host declares it as one. */
  static Optional<ImageType> of(byte[] bytes, String declared) {
    String head =
        new String(bytes, 0, Math.min(bytes.length, BRAND_END), StandardCharsets.ISO_8859_1);
    if (head.startsWith("\u0089PNG\r\n\u001a\n")) {
      return Optional.of(PNG);
    }
    if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return Optional.of(JPEG);
    }
    if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
      return Optional.of(GIF);
    }
    if (head.startsWith("RIFF") && head.startsWith("WEBP", BRAND)) {
      return Optional.of(WEBP);
    }
    if (head.startsWith("ftyp", 4)
        && (head.startsWith("avif", BRAND) || head.startsWith("avis", BRAND))) {
      return Optional.of(AVIF);
    }
    return declared.toLowerCase(Locale.ROOT).startsWith(SVG.contentType) && isSvg(bytes)
        ? Optional.of(SVG)
        : Optional.empty();
  }

  /**
   * Returns whether the bytes begin an SVG document whose DOCTYPE, if any, has no internal subset,
   * because entities declared there could expand beyond memory.
   */
  private static boolean isSvg(byte[] bytes) {
    String text = new String(bytes, 0, Math.min(bytes.length, HEAD), StandardCharsets.UTF_8);
    int at = text.startsWith("\ufeff") ? 1 : 0;
    while (at >= 0) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (text.startsWith("<?", at)) {
        at = after(text, "?>", at);
      } else if (text.startsWith("<!--", at)) {
        at = after(text, "-->", at);
      } else if (text.regionMatches(true, at, "<!doctype", 0, "<!doctype".length())) {
        int end = after(text, ">", at);
        at = end < 0 || text.substring(at, end).contains("[") ? -1 : end;
      } else {
        return text.startsWith("<svg", at)
            && at + 4 < text.length()
            && !Character.isLetterOrDigit(text.charAt(at + 4));
      }
    }
    return false;
  }

  /** Returns the index behind the next mark; negative: there is none. */
  private static int after(String text, String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? -1 : found + mark.length();
  }
}
