package org.packhouse.lab.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.wire.Body;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.Traffic;

/** Git over SSH: one stream each way, which goes on from answer to answer. */
final class SshGit implements GitConnection {

  private static final int BUFFER = 1 << 16;

  private final ClientSession session;
  private final ChannelExec channel;
  private final Duration patience;
  private final ByteArrayOutputStream errors;
  private final Traffic traffic = new Traffic();
  private final byte[] buffer = new byte[BUFFER];
  private final InputStream in;
  private final OutputStream out;
  private final PktReader reader = new PktReader(this::next);

  private SshGit(
      ClientSession session, ChannelExec channel, Duration patience, ByteArrayOutputStream errors) {
    this.session = session;
    this.channel = channel;
    this.patience = patience;
    this.errors = errors;
    this.in = channel.getInvertedOut();
    this.out = channel.getInvertedIn();
  }

  /** Starts the command. */
  static SshGit open(ClientSession session, ChannelExec channel, Duration patience)
      throws IOException {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    channel.setErr(errors);
    channel.open().verify(patience);
    return new SshGit(session, channel, patience, errors);
  }

  @Override
  public Greeting greeting() throws IOException {
    return Greeting.read(reader);
  }

  @Override
  public PktReader ask(Body body) throws IOException {
    try (InputStream bytes = body.open()) {
      traffic.addWritten(bytes.transferTo(out));
    }
    out.flush();
    return reader;
  }

  private @Nullable ByteBuffer next() throws IOException {
    int size = in.read(buffer);
    if (size < 0) {
      ended();
      return null;
    }
    traffic.addRead(size);
    return ByteBuffer.wrap(buffer, 0, size).slice();
  }

  /** Sees to it that the command ended well. */
  private void ended() throws IOException {
    channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), patience);
    Integer status = channel.getExitStatus();
    if (status == null || status != 0) {
      throw new OperationFailedException(
          "exit " + status,
          "The command ended with %s: %s"
              .formatted(status, errors.toString(StandardCharsets.UTF_8).strip()));
    }
  }

  @Override
  public void answered(PktReader response) {
    // the stream goes on
  }

  @Override
  public void goodbye(byte[] last) throws IOException {
    if (last.length > 0) {
      traffic.addWritten(last.length);
      out.write(last);
    }
    out.close();
    reader.end();
  }

  @Override
  public boolean stateless() {
    return false;
  }

  @Override
  public Traffic traffic() {
    return traffic;
  }

  @Override
  public void close() {
    session.close(true);
  }
}
