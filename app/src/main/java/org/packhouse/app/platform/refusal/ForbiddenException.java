package org.packhouse.app.platform.refusal;

/** An action that the caller's permissions do not cover for this account, group or grant. */
public final class ForbiddenException extends RefusedException {

  private static final long serialVersionUID = 1L;

  public ForbiddenException(String sentence) {
    super(sentence);
  }
}
