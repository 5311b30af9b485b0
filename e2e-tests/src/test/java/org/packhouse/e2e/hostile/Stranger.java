package org.packhouse.e2e.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** A connection of an enemy, byte by byte, from an address of its own. */
final class Stranger implements Closeable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int CONTINUATION = 9;

  private static final int END_OF_HEADERS = 4;
  private static final int CANCEL = 8;
  private static final int PATIENCE = 20_000;

  private final Socket socket = new Socket();
  private final DataOutputStream out;

  /** Connects from the loopback address with that last number. */
  Stranger(int address, String host, int port) throws IOException {
    socket.setSoTimeout(PATIENCE);
    socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + address), 0));
    socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), PATIENCE);
    out = new DataOutputStream(socket.getOutputStream());
  }

  Stranger(int address, URI server) throws IOException {
    this(address, "127.0.0.1", server.getPort());
  }

  /** Sends text as it is. */
  void send(String text) throws IOException {
    out.write(text.getBytes(US_ASCII));
    out.flush();
  }

  /** Sends bytes as they are. */
  void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** Begins HTTP/2 as a client does that knows that the server speaks it. */
  void beginFrames() throws IOException {
    send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    frame(SETTINGS, 0, 0, new byte[0]);
    out.flush();
  }

  /** The head of a GET of the first page. */
  static byte[] head() {
    // HPACK's static table: GET, http, "/", and the authority as a literal.
    return new byte[] {(byte) 0x82, (byte) 0x86, (byte) 0x84, 1, 1, 'x'};
  }

  /** A frame, which leaves with the next {@link #flush}. */
  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    out.writeByte(payload.length >>> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
  }

  /** A request that is called off at once. */
  void requestAndCancel(int stream) throws IOException {
    frame(HEADERS, END_OF_HEADERS | 1, stream, head());
    frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, CANCEL});
  }

  void flush() throws IOException {
    out.flush();
  }

  /** Reads until the server ends the connection or says nothing for a while. */
  long drain() throws IOException {
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8192];
    long total = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      total += read;
    }
    return total;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
