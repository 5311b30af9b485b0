package org.packhouse.app.web;

/** There is no such page. The message is a sentence for the reader. */
public final class NotFoundException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NotFoundException(String message) {
    super(message);
  }
}
