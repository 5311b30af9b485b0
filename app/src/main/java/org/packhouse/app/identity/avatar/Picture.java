package org.packhouse.app.identity.avatar;

import org.springframework.http.MediaType;

/** An image to send. */
public final class Picture {

  private static final MediaType SVG = MediaType.valueOf("image/svg+xml");

  private final byte[] bytes;
  private final MediaType type;
  private final String stamp;

  private Picture(byte[] bytes, MediaType type, String stamp) {
    this.bytes = bytes;
    this.type = type;
    this.stamp = stamp;
  }

  static Picture png(byte[] bytes, String stamp) {
    return new Picture(bytes, MediaType.IMAGE_PNG, stamp);
  }

  static Picture svg(byte[] bytes, String stamp) {
    return new Picture(bytes, SVG, stamp);
  }

  /** Returns the shared array, which must not be changed. */
  public byte[] bytes() {
    return bytes;
  }

  public MediaType type() {
    return type;
  }

  /** Returns a value for the ETag that changes with the image. */
  public String stamp() {
    return stamp;
  }
}
