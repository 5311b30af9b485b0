package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.io.IoAcceptor;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;

/**
 * An SSH server that can stop accepting and go on serving its connections. It keeps what is the
 * same for all sessions.
 */
final class StoppableSshServer extends SshServer {

  private final Map<String, Map<KexProposalOption, String>> proposals = new ConcurrentHashMap<>();
  private final PacketRoom.Kept rooms = new PacketRoom.Kept();

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

  PacketRoom.Kept rooms() {
    return rooms;
  }

  /** Returns the proposal for the types of host keys, which is made once. */
  Map<KexProposalOption, String> proposal(String hostKeyTypes, Proposed made) throws IOException {
    Map<KexProposalOption, String> known = proposals.get(hostKeyTypes);
    if (known == null) {
      known = made.make();
      proposals.put(hostKeyTypes, known);
    }
    return new EnumMap<>(known);
  }

  @FunctionalInterface
  interface Proposed {
    Map<KexProposalOption, String> make() throws IOException;
  }
}
