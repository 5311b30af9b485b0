package org.packhouse.app.source.browse;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** The formats of archives. */
public enum ArchiveFormat {
  ZIP("zip", "zip", "application/zip"),
  TAR("tar", "tar", "application/x-tar"),
  TAR_GZ("tgz", "tar.gz", "application/gzip"),
  TGZ("tgz", "tgz", "application/gzip");

  private final String git;
  private final String ending;
  private final String contentType;

  ArchiveFormat(String git, String ending, String contentType) {
    this.git = git;
    this.ending = ending;
    this.contentType = contentType;
  }

  String git() {
    return git;
  }

  /** Returns the extension without the dot, which is also the REST name. */
  public String ending() {
    return ending;
  }

  public String contentType() {
    return contentType;
  }

  /** Parses a format; null or empty: zip. */
  public static ArchiveFormat parse(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return ZIP;
    }
    for (ArchiveFormat format : values()) {
      if (format.ending.equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new InvalidFieldException(
        "format",
        "The parameter format must be zip, tar, tar.gz or tgz, not %s."
            .formatted(InvalidFieldException.quote(name)));
  }
}
