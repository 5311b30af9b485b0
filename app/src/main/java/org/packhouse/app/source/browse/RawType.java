package org.packhouse.app.source.browse;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * As what the bytes of a file are sent: nothing that a browser would run.
 *
 * @param contentType the header
 * @param attachment whether the browser is to save it
 */
public record RawType(String contentType, boolean attachment) {

  private static final Map<String, String> IMAGES =
      Map.of(
          "png", "image/png",
          "jpg", "image/jpeg",
          "jpeg", "image/jpeg",
          "gif", "image/gif",
          "webp", "image/webp",
          "avif", "image/avif",
          "ico", "image/x-icon",
          "bmp", "image/bmp",
          "svg", "image/svg+xml");

  /**
   * The type of a file.
   *
   * @param name its name
   * @param encoding that of text; null: binary content
   */
  public static RawType of(String name, @Nullable Charset encoding) {
    boolean binary = encoding == null;
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    String image = IMAGES.get(ending);
    if (image != null && (binary || ending.equals("svg"))) {
      return new RawType(image, false);
    }
    return encoding == null
        ? new RawType("application/octet-stream", true)
        : new RawType("text/plain;charset=" + encoding.name(), false);
  }

  /** Whether a page can show it as a picture. */
  public boolean isImage() {
    return contentType.startsWith("image/");
  }
}
