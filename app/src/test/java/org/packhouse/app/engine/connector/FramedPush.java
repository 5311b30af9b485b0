package org.packhouse.app.engine.connector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** A connection of HTTP/2 to a server, frame by frame, on which an administrator may push. */
public final class FramedPush implements AutoCloseable {

  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int GOAWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;
  static final int UNKNOWN = 0x77;
  public static final int ACK = 1;

  /**
   * The receive window of a connection and of a stream where nothing is said, for the server's too.
   */
  public static final int FIRST_WINDOW = 64 * 1024 - 1;

  private static final byte INDEXED = (byte) 0x80;
  private static final int AUTHORITY = 1;
  private static final byte METHOD_GET = 2;
  private static final byte METHOD_POST = 3;
  private static final int PATH = 4;
  private static final byte SCHEME_HTTP = 6;
  public static final int END_OF_STREAM = 1;
  public static final int END_OF_HEADERS = 4;
  static final int PADDED = 8;
  private static final int INITIAL_WINDOW_SIZE = 4;

  private final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;

  /** Connects, and sends the head of a push to a new repository on stream 1. */
  public FramedPush(TestingServer server) throws IOException {
    this(server, new byte[0]);
    begin(TestingProjects.in(server).repository());
  }

  private FramedPush(TestingServer server, byte[] settings) throws IOException {
    socket = new Socket("localhost", server.httpUrl().getPort());
    socket.setSoTimeout((int) Duration.ofMinutes(1).toMillis());
    socket.setTcpNoDelay(true);
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    in = new DataInputStream(socket.getInputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    send(SETTINGS, 0, 0, settings);
  }

  /** Connects as somebody unknown, with the settings that are given. */
  public static FramedPush stranger(TestingServer server, byte... settings) throws IOException {
    return new FramedPush(server, settings);
  }

  /** The header block of a request for a page. */
  public static byte[] get(String path) {
    return head(METHOD_GET, path);
  }

  /** The header block of a request with a body. */
  static byte[] post(String path) {
    return head(METHOD_POST, path);
  }

  /** One field of a header block. */
  static byte[] field(String name, String value) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    header(block, name, value);
    return block.toByteArray();
  }

  private static byte[] head(byte method, String path) {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    headers.writeBytes(new byte[] {(byte) (INDEXED | method), INDEXED | SCHEME_HTTP});
    header(headers, AUTHORITY, "localhost");
    header(headers, PATH, path);
    return headers.toByteArray();
  }

  private void begin(Repository repository) throws IOException {
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    headers.writeBytes(post("/scm/" + repository.path() + ".git/git-receive-pack"));
    header(headers, "content-type", "application/x-git-receive-pack-request");
    header(
        headers,
        "authorization",
        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(US_ASCII)));
    send(HEADERS, END_OF_HEADERS, 1, headers.toByteArray());
  }

  /** A literal header field, without Huffman's code, whose name is in HPACK's static table. */
  private static void header(ByteArrayOutputStream block, int name, String value) {
    block.write(name);
    block.write(value.length());
    block.writeBytes(value.getBytes(US_ASCII));
  }

  /** A literal header field without indexing and without Huffman's code. */
  private static void header(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    block.write(name.length());
    block.writeBytes(name.getBytes(US_ASCII));
    block.write(value.length());
    block.writeBytes(value.getBytes(US_ASCII));
  }

  /** The beginning of a push whose one blob is larger than any window. */
  public static byte[] content() throws IOException {
    ByteArrayOutputStream push = new ByteArrayOutputStream();
    String command = "0".repeat(40) + " " + "1".repeat(40) + " refs/heads/main\0 report-status";
    push.writeBytes(
        String.format("%04x%s0000PACK", command.length() + 4, command).getBytes(US_ASCII));
    push.writeBytes(new byte[] {0, 0, 0, 2, 0, 0, 0, 1});
    // A blob of 4 + 3 * 7 bits of length: 2^24 bytes.
    push.writeBytes(new byte[] {(byte) 0xb0, (byte) 0x80, (byte) 0x80, 8});
    byte[] content = new byte[FIRST_WINDOW];
    new Random(1).nextBytes(content);
    try (DeflaterOutputStream deflated =
        new DeflaterOutputStream(push, new Deflater(Deflater.NO_COMPRESSION))) {
      deflated.write(content);
    }
    return push.toByteArray();
  }

  /** Sends a frame. */
  public void send(int type, int flags, int stream, byte[] payload) throws IOException {
    out.writeByte(payload.length >>> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
    out.flush();
  }

  /** A frame from the server. */
  public record Frame(int type, int flags, int stream, ByteBuffer payload) {
    public String text() {
      return "A frame of type " + type + ", whose error code is " + number(0);
    }

    public long number(int offset) {
      return Integer.toUnsignedLong(payload.getInt(offset));
    }
  }

  /** Reads the next frame. */
  public Frame read() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    return new Frame(type, flags, stream, ByteBuffer.wrap(in.readNBytes(length)));
  }

  /** The window of streams that the server's settings tell. */
  public static long initialWindow(Frame settings) {
    for (int i = 0; i + 6 <= settings.payload().limit(); i += 6) {
      if (settings.payload().getShort(i) == INITIAL_WINDOW_SIZE) {
        return settings.number(i + 2);
      }
    }
    // As the protocol has it where nothing is said.
    return FIRST_WINDOW;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
