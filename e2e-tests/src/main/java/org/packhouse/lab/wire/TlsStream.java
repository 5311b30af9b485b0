package org.packhouse.lab.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A connection through TLS, with a handshake of its own. */
final class TlsStream implements ByteStream {

  /** A record of TLS and a little more. */
  private static final int BUFFER = 1 << 16;

  private final SSLSocket socket;
  private final InputStream in;
  private final OutputStream out;

  private TlsStream(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  /**
   * Connects.
   *
   * @param host whom the server is to be
   * @param receiveBuffer what the kernel may hold for it, in bytes; 0 for what it thinks best
   */
  static TlsStream open(InetSocketAddress server, String host, int receiveBuffer)
      throws IOException {
    Socket plain = new Socket();
    try {
      if (receiveBuffer > 0) {
        plain.setReceiveBufferSize(receiveBuffer);
      }
      plain.setTcpNoDelay(true);
      plain.connect(server);
      SSLSocket socket =
          (SSLSocket)
              TrustingTls.context()
                  .getSocketFactory()
                  .createSocket(plain, host, server.getPort(), true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"http/1.1"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return new TlsStream(socket);
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  @Override
  public ByteBuffer newBuffer() {
    return ByteBuffer.allocate(BUFFER);
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    int size =
        in.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    buffer.position(buffer.position() + Math.max(size, 0));
    return size;
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    bytes.position(bytes.limit());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
