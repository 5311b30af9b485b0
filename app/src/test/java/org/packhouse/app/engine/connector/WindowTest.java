package org.packhouse.app.engine.connector;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** What the frames of an HTTP/2 connection tell a client about how much it may send. */
class WindowTest {

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;

  private static final byte INDEXED = (byte) 0x80;
  private static final int AUTHORITY = 1;
  private static final byte METHOD_POST = 3;
  private static final int PATH = 4;
  private static final byte SCHEME_HTTP = 6;

  private static final int ACK = 1;
  private static final int END_OF_HEADERS = 4;
  private static final int INITIAL_WINDOW_SIZE = 4;

  private static final int FIRST = 64 * 1024 - 1;
  private static final int OURS = 8 * 1024 * 1024;
  private static final int FRAME = 15_000;
  private static final int SMALL_FRAME = 10;

  private final TestingServer server = TestingServer.shared();

  @Test
  void isWideForThePushOfAClientThatHasSignedIn() throws IOException {
    try (Socket socket = connect()) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      beginPush(out, TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD);
      byte[] push = push();
      for (int start = 0; start < FIRST - FRAME; start += FRAME) {
        frame(out, DATA, 0, 1, Arrays.copyOfRange(push, start, start + FRAME));
      }
      out.flush();
      long connection = FIRST;
      long stream = FIRST;
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (connection < OURS || stream < OURS) {
        Frame frame = read(in);
        if (frame.type() == SETTINGS && frame.flags() != ACK) {
          assertThat(initialWindow(frame)).as("What strangers may send").isEqualTo(FIRST);
        } else if (frame.type() == WINDOW_UPDATE && frame.stream() == 0) {
          connection += frame.number(0);
        } else if (frame.type() == WINDOW_UPDATE) {
          stream += frame.number(0);
        } else {
          assertThat(frame.type()).as(frame::text).isNotIn(DATA, HEADERS, RST_STREAM, GOAWAY);
        }
      }
    }
  }

  /** What a client does that sends at once what the server has just read of its window. */
  @Test
  void letsAPushComeInSmallFrames() throws IOException {
    try (Socket socket = connect()) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      beginPush(out, TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] push = push();
      for (int start = 0; start < 200 * SMALL_FRAME; start += SMALL_FRAME) {
        frame(out, DATA, 0, 1, Arrays.copyOfRange(push, start, start + SMALL_FRAME));
        frame(out, PING, 0, 0, new byte[Long.BYTES]);
        out.flush();
        awaitAnswer(in);
      }
    }
  }

  private static void awaitAnswer(DataInputStream in) throws IOException {
    Frame frame = read(in);
    while (frame.type() != PING || frame.flags() != ACK) {
      assertThat(frame.type()).as(frame::text).isNotIn(RST_STREAM, GOAWAY);
      frame = read(in);
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("localhost", server.httpUrl().getPort());
    socket.setSoTimeout((int) Duration.ofMinutes(1).toMillis());
    return socket;
  }

  private void beginPush(DataOutputStream out, String credentials) throws IOException {
    TestingProjects projects = TestingProjects.in(server);
    Project project = projects.project();
    Repository repository = projects.repository(project);
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    frame(out, SETTINGS, 0, 0, new byte[0]);
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    headers.writeBytes(new byte[] {INDEXED | METHOD_POST, INDEXED | SCHEME_HTTP});
    header(headers, AUTHORITY, "localhost");
    header(headers, PATH, "/scm/" + repository.path() + ".git/git-receive-pack");
    header(headers, "content-type", "application/x-git-receive-pack-request");
    header(
        headers,
        "authorization",
        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(US_ASCII)));
    frame(out, HEADERS, END_OF_HEADERS, 1, headers.toByteArray());
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
  private static byte[] push() throws IOException {
    ByteArrayOutputStream push = new ByteArrayOutputStream();
    String command = "0".repeat(40) + " " + "1".repeat(40) + " refs/heads/main\0 report-status";
    push.writeBytes(
        String.format("%04x%s0000PACK", command.length() + 4, command).getBytes(US_ASCII));
    push.writeBytes(new byte[] {0, 0, 0, 2, 0, 0, 0, 1});
    // A blob of 4 + 3 * 7 bits of length: 2^24 bytes.
    push.writeBytes(new byte[] {(byte) 0xb0, (byte) 0x80, (byte) 0x80, 8});
    byte[] content = new byte[FIRST];
    new Random(1).nextBytes(content);
    try (DeflaterOutputStream deflated =
        new DeflaterOutputStream(push, new Deflater(Deflater.NO_COMPRESSION))) {
      deflated.write(content);
    }
    return push.toByteArray();
  }

  private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    out.writeByte(payload.length >>> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
  }

  private record Frame(int type, int flags, int stream, ByteBuffer payload) {
    String text() {
      return "A frame of type " + type + ", whose error code is " + number(0);
    }

    long number(int offset) {
      return Integer.toUnsignedLong(payload.getInt(offset));
    }
  }

  private static Frame read(DataInputStream in) throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    return new Frame(type, flags, stream, ByteBuffer.wrap(in.readNBytes(length)));
  }

  private static long initialWindow(Frame settings) {
    for (int i = 0; i + 6 <= settings.payload().limit(); i += 6) {
      if (settings.payload().getShort(i) == INITIAL_WINDOW_SIZE) {
        return settings.number(i + 2);
      }
    }
    // As the protocol has it where nothing is said.
    return FIRST;
  }
}
