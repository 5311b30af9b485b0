package org.packhouse.app.source.browse;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The type of a raw file, never one that a browser would execute. */
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

  /** Chooses the type by name and encoding; a null encoding means binary. */
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

  public boolean isImage() {
    return contentType.startsWith("image/");
  }
}
