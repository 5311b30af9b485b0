package org.packhouse.app.platform.node;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Names the machine of this process. */
public final class LocalHost {

  private LocalHost() {}

  /** Returns the address of its name, or else the loopback address. */
  public static InetAddress address() {
    try {
      return InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      return InetAddress.getLoopbackAddress();
    }
  }
}
