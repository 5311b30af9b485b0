package org.packhouse.lab.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A plain connection. */
final class SocketStream implements ByteStream {

  private final SocketChannel channel;
  private final Buffers buffers;
  private final ByteBuffer buffer;

  private SocketStream(SocketChannel channel, Buffers buffers) {
    this.channel = channel;
    this.buffers = buffers;
    this.buffer = buffers.take();
  }

  /**
   * Connects.
   *
   * @param receiveBuffer what the kernel may hold for it, in bytes; 0 for what it thinks best
   */
  static SocketStream open(InetSocketAddress server, int receiveBuffer, Buffers buffers)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      if (receiveBuffer > 0) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer);
      }
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.connect(server);
      return new SocketStream(channel, buffers);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public ByteBuffer newBuffer() {
    return buffer;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      buffers.giveBack(buffer);
    }
  }
}
