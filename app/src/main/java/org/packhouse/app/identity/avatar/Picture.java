package org.packhouse.app.identity.avatar;

/** A picture to send. */
public final class Picture {

  private final byte[] png;
  private final String stamp;

  Picture(byte[] png, String stamp) {
    this.png = png;
    this.stamp = stamp;
  }

  /** A PNG file; nobody changes it. */
  public byte[] png() {
    return png;
  }

  /** Another one for another picture. */
  public String stamp() {
    return stamp;
  }
}
