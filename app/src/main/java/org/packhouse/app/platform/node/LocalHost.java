package org.packhouse.app.platform.node;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Names the machine that this process runs on. */
public final class LocalHost {

  private LocalHost() {}

  /** Its address; the loopback address if its own name resolves to nothing. */
  public static InetAddress address() {
    try {
      return InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      return InetAddress.getLoopbackAddress();
    }
  }
}
