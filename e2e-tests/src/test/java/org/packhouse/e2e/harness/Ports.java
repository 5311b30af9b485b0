package org.packhouse.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

/** Ports of a server. */
record Ports(int http, int ssh) {

  /** Two that are free now. */
  static Ports free() {
    try (ServerSocket one = new ServerSocket(0);
        ServerSocket other = new ServerSocket(0)) {
      return new Ports(one.getLocalPort(), other.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
