package org.packhouse.lab.git;

import org.packhouse.lab.wire.VerificationException;

/** A ref of a server. */
public record Ref(String id, String name) {

  static final int ID = 40;

  /** Takes {@code ID name} apart; what follows a space after the name is left out. */
  static Ref parse(String line) throws VerificationException {
    if (line.length() < ID + 2 || line.charAt(ID) != ' ' || !isId(line)) {
      throw new VerificationException("\"" + line + "\" is no ref");
    }
    int end = line.indexOf(' ', ID + 1);
    return new Ref(line.substring(0, ID), line.substring(ID + 1, end < 0 ? line.length() : end));
  }

  private static boolean isId(String line) {
    for (int i = 0; i < ID; i++) {
      if (Character.digit(line.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }
}
