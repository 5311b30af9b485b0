package org.packhouse.lab.load;

import java.io.IOException;

/** Says what went wrong, in one sentence. */
final class Sentence {

  private Sentence() {}

  /** The message of an exception, with a full stop. */
  static String of(IOException e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.strip().replaceAll("\\.$", "") + ".";
  }
}
