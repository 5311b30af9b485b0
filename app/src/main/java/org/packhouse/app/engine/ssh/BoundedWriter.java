package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.throttle.DefaultChannelStreamWriter;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.Buffer;

/** Writes a command's output no faster than the client's connection takes it. */
final class BoundedWriter extends DefaultChannelStreamWriter {

  private final long idleNanos;

  BoundedWriter(Channel channel, Duration idle) {
    super(channel);
    idleNanos = idle.toNanos();
  }

  @Override
  public IoWriteFuture writeData(Buffer buffer) throws IOException {
    try {
      ((Connection) channel.getSession().getIoSession()).output().awaitRoom(idleNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("Stopped while writing");
      interrupted.initCause(e);
      throw interrupted;
    }
    return super.writeData(buffer);
  }
}
