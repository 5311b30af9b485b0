package org.packhouse.lab.git;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash that names objects. */
final class Sha1 {

  private Sha1() {}

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
