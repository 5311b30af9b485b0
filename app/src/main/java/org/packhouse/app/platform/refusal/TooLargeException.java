package org.packhouse.app.platform.refusal;

/** A request brings, or asks for, more bytes than the server permits. */
public final class TooLargeException extends RefusedException {

  private static final long serialVersionUID = 1L;

  public TooLargeException(String sentence) {
    super(sentence);
  }
}
