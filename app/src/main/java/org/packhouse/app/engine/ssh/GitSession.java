package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.server.ServerFactoryManager;
import org.apache.sshd.server.session.ServerSessionImpl;

/**
 * A session that sends a command's output in many packets at once: they are made next to each other
 * in one {@link PacketRoom}, encrypted there, and given to the kernel together.
 */
final class GitSession extends ServerSessionImpl {

  /** Upper bound of the bytes that head, padding and tag add to a packet. */
  private static final int MAX_OVERHEAD = 512;

  GitSession(ServerFactoryManager server, IoSession connection) throws Exception {
    super(server, connection);
  }

  @Override
  protected Map<KexProposalOption, String> createProposal(String hostKeyTypes) throws IOException {
    return server().proposal(hostKeyTypes, () -> super.createProposal(hostKeyTypes));
  }

  PacketRoom.Kept rooms() {
    return server().rooms();
  }

  private StoppableSshServer server() {
    return (StoppableSshServer) getFactoryManager();
  }

  /**
   * Output of a command, for which the client's window has room. The library takes it for a packet:
   * it lets it wait while keys are exchanged, and counts it for the next exchange.
   */
  static final class Output extends ByteArrayBuffer {

    private final GitChannel channel;
    private final byte type;
    private final ByteBuffer data;
    private final PacketRoom room;

    Output(GitChannel channel, byte type, ByteBuffer data, PacketRoom room) {
      super(new byte[] {type});
      this.channel = channel;
      this.type = type;
      this.data = data;
      this.room = room;
    }
  }

  /** Sends output, or fails if the client has gone. Waits while keys are exchanged. */
  void send(Output output) throws IOException {
    IoWriteFuture sent = writePacket(output);
    boolean _ = sent.await();
    Throwable failure = sent.getException();
    if (failure != null) {
      throw new IOException("The client has gone", failure);
    }
  }

  @Override
  protected IoWriteFuture doWritePacket(Buffer buffer) throws IOException {
    if (!(buffer instanceof Output output)) {
      return super.doWritePacket(buffer);
    }
    encodeLock.lock();
    try {
      return encodeAll(output);
    } finally {
      encodeLock.unlock();
    }
  }

  private IoWriteFuture encodeAll(Output output) throws IOException {
    SendQueue queue = ((Connection) getIoSession()).output();
    byte[] packets = output.room.packets();
    int most = output.channel.window().packetSize();
    int end = 0;
    while (output.data.hasRemaining()) {
      int length = Math.min(most, output.data.remaining());
      if (packets.length - end < length + MAX_OVERHEAD) {
        IoWriteFuture _ = queue.add(ByteBuffer.wrap(packets, 0, end));
        end = 0;
      }
      end = encode(output, length, packets, end);
    }
    IoWriteFuture written = queue.add(ByteBuffer.wrap(packets, 0, end));
    return written.getException() == null ? SendQueue.SENT : written;
  }

  /** Makes a packet from {@code start} on, and returns its end. */
  private int encode(Output output, int length, byte[] packets, int start) throws IOException {
    Buffer packet = new ByteArrayBuffer(packets, 0, packets.length, false);
    int payload = start + SshConstants.SSH_PACKET_HEADER_LEN;
    packet.wpos(payload);
    packet.rpos(payload);
    packet.putByte(output.type);
    packet.putUInt(output.channel.getRecipient());
    if (output.type == SshConstants.SSH_MSG_CHANNEL_EXTENDED_DATA) {
      packet.putUInt(SshConstants.SSH_EXTENDED_DATA_STDERR);
    }
    packet.putUInt(length);
    output.data.get(packets, packet.wpos(), length);
    packet.wpos(packet.wpos() + length);
    return encode(packet).wpos();
  }
}
