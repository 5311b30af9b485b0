package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.sshd.common.Service;
import org.apache.sshd.common.ServiceFactory;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.session.AbstractServerSession;
import org.apache.sshd.server.session.ServerConnectionService;

/**
 * Opens channels for commands and refuses all others. On a draining node a connection gets no
 * second channel: clients then make a new connection, which leads to another node.
 */
final class GitConnectionService extends ServerConnectionService {

  /** Commands at once in one connection: more than clients that multiplex have use for. */
  private static final int MAX_COMMANDS = 32;

  private final BooleanSupplier draining;
  private boolean used;

  private GitConnectionService(AbstractServerSession session, BooleanSupplier draining)
      throws SshException {
    super(session);
    this.draining = draining;
  }

  static ServiceFactory factory(BooleanSupplier draining) {
    return new ServiceFactory() {
      @Override
      public String getName() {
        return "ssh-connection";
      }

      @Override
      public Service create(Session session) throws IOException {
        return new GitConnectionService((AbstractServerSession) session, draining);
      }
    };
  }

  @Override
  protected void channelOpen(Buffer buffer) throws Exception {
    int start = buffer.rpos();
    String type = buffer.getString();
    long sender = buffer.getUInt();
    buffer.rpos(start);
    if (!type.equals(GitChannel.TYPE)) {
      refuse(
          sender,
          SshConstants.SSH_OPEN_ADMINISTRATIVELY_PROHIBITED,
          "Only git is served here, nothing is forwarded");
    } else if (channels.size() >= MAX_COMMANDS) {
      refuse(
          sender,
          SshConstants.SSH_OPEN_RESOURCE_SHORTAGE,
          "A connection may run %d commands at once".formatted(MAX_COMMANDS));
    } else if (used && draining.getAsBoolean()) {
      refuse(
          sender,
          SshConstants.SSH_OPEN_RESOURCE_SHORTAGE,
          "This node takes no new work; connect again");
    } else {
      used = true;
      super.channelOpen(buffer);
    }
  }

  private void refuse(long sender, int reason, String sentence) throws IOException {
    Buffer failure = getSession().createBuffer(SshConstants.SSH_MSG_CHANNEL_OPEN_FAILURE);
    sendChannelOpenFailure(failure, sender, reason, sentence, "en");
  }
}
