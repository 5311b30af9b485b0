package org.packhouse.app.engine.ssh;

import org.apache.sshd.common.io.IoAcceptor;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;

/** An SSH server that can stop accepting and go on serving its connections. */
final class StoppableSshServer extends SshServer {

  private StoppableSshServer() {}

  static StoppableSshServer create() {
    return (StoppableSshServer) ServerBuilder.builder().factory(StoppableSshServer::new).build();
  }

  void stopAccepting() {
    IoAcceptor current = acceptor;
    if (current != null) {
      current.unbind();
    }
  }
}
