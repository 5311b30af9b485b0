package org.packhouse.app.platform.refusal;

/** The repository is archived, and so read-only. */
public final class ArchivedException extends RefusedException {

  private static final long serialVersionUID = 1L;

  public ArchivedException(String sentence) {
    super(sentence);
  }
}
