package org.packhouse.app.platform.refusal;

/** A request has more bytes, or asks for more, than the server takes or gives. */
public final class TooLargeException extends RefusedException {

  private static final long serialVersionUID = 1L;

  public TooLargeException(String sentence) {
    super(sentence);
  }
}
