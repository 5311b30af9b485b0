package org.packhouse.app.platform.refusal;

/** A request breaks a rule that is about no single field. */
public non-sealed class InvalidRequestException extends RefusedException {

  private static final long serialVersionUID = 1L;

  public InvalidRequestException(String sentence) {
    super(sentence);
  }
}
