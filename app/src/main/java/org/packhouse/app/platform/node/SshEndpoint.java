package org.packhouse.app.platform.node;

import java.util.OptionalInt;

/** The address at which this node serves Git over SSH. */
public interface SshEndpoint {

  /** Returns the TCP port; empty while SSH is off or starting. */
  OptionalInt port();
}
