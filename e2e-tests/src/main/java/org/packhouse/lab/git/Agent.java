package org.packhouse.lab.git;

/** The name by which the client calls itself. */
final class Agent {

  static final String NAME = "packhouse-lab";

  /** Its capability. */
  static final String CAPABILITY = "agent=git/" + NAME;

  private Agent() {}
}
