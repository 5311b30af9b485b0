package org.packhouse.app.notice.imageproxy;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** An image and its entity tag. */
@SuppressWarnings("ArrayRecordComponent") // the bytes are sent, never compared
public record ExternalImage(ImageType type, byte[] bytes, String tag) {

  private static final int TAG_BYTES = 16;

  static ExternalImage of(ImageType type, byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new ExternalImage(type, bytes, HexFormat.of().formatHex(digest, 0, TAG_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not to be had", e);
    }
  }
}
