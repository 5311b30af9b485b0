package org.packhouse.app.platform.refusal;

/** The caller's permissions do not cover this account, group or grant. */
public final class ForbiddenException extends RefusedException {

  private static final long serialVersionUID = 1L;

  public ForbiddenException(String sentence) {
    super(sentence);
  }
}
