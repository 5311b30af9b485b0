package org.packhouse.lab.operation;

import java.util.OptionalLong;

/**
 * Tells the processor time of the server that an operation is done to, so that what was not the
 * operation's own can be told apart.
 */
@FunctionalInterface
public interface ServerProcessor {

  /** Tells nothing. */
  ServerProcessor UNKNOWN = OptionalLong::empty;

  /**
   * What all processes of the server have used since they started, ended ones included, in
   * nanoseconds; empty if that is not known as exactly as one operation asks for, or if others are
   * at work on the server at the same time.
   */
  OptionalLong nanos();
}
