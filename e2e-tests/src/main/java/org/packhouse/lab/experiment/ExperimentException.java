package org.packhouse.lab.experiment;

import java.io.IOException;

/** An experiment that cannot be run as it is written; the message says where and why. */
public final class ExperimentException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Says where and why in one sentence. */
  public ExperimentException(String message) {
    super(message);
  }
}
