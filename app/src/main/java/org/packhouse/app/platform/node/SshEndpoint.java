package org.packhouse.app.platform.node;

import java.util.OptionalInt;

/** The address at which this node listens for Git over SSH. */
public interface SshEndpoint {

  /** The TCP port that clients of this node connect to; empty while SSH is off or not started. */
  OptionalInt port();
}
