package org.packhouse.app.engine.ssh;

import org.apache.sshd.common.io.IoAcceptor;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;

/** An SSH server that can stop accepting and yet serve who is connected. */
final class StoppableSshServer extends SshServer {

  private StoppableSshServer() {}

  /** One with the library's defaults. */
  static StoppableSshServer create() {
    return (StoppableSshServer) ServerBuilder.builder().factory(StoppableSshServer::new).build();
  }

  /** Closes the server socket. */
  void stopAccepting() {
    IoAcceptor current = acceptor;
    if (current != null) {
      current.unbind();
    }
  }
}
