package org.packhouse.lab;

/** A command line that makes no sense; the message is one sentence. */
final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
