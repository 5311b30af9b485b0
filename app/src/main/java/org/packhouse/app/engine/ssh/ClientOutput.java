package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.time.Duration;
import org.apache.sshd.common.channel.AbstractChannel;
import org.apache.sshd.common.channel.ChannelOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the bytes that a command sends to its client. */
final class ClientOutput extends ChannelOutputStream {

  private static final Logger LOG = LoggerFactory.getLogger(ClientOutput.class);

  private volatile long sent;

  /** Waits at most {@code idle} in a write, for a client that opens no window. */
  ClientOutput(AbstractChannel channel, byte type, Duration idle) {
    super(channel, channel.getRemoteWindow(), idle, LOG, type, false);
  }

  long sent() {
    return sent;
  }

  @Override
  public synchronized void write(byte[] bytes, int start, int length) throws IOException {
    super.write(bytes, start, length);
    sent += length;
  }
}
