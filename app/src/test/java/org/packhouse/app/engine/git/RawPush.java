package org.packhouse.app.engine.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.Deflater;
import org.packhouse.app.testing.TestingServer;

/** A push made by hand, byte by byte, as no git client would make it. */
public final class RawPush {

  static final String NOTHING = "0".repeat(40);
  static final int COMMIT = 1;
  static final int TREE = 2;
  public static final int BLOB = 3;
  static final int OFS_DELTA = 6;
  public static final int REF_DELTA = 7;

  private static final String CAPABILITIES = "report-status side-band-64k object-format=sha1";

  private RawPush() {}

  /** One command, then those bytes. */
  static byte[] request(String from, String to, String ref, byte[] pack) {
    return join(line(from + " " + to + " " + ref + "\0" + CAPABILITIES), ascii("0000"), pack);
  }

  static byte[] line(String text) {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    return join(ascii("%04x".formatted(payload.length + 4)), payload);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  /**
   * A delta, to be the content of an entry.
   *
   * @param base bytes of what it is made from
   * @param result bytes of what is made
   */
  public static byte[] delta(long base, long result, byte[] instructions) {
    ByteArrayOutputStream delta = new ByteArrayOutputStream();
    number(delta, base);
    number(delta, result);
    delta.writeBytes(instructions);
    return delta.toByteArray();
  }

  /** The instruction of a delta that adds a text of at most 127 bytes. */
  public static byte[] insert(byte[] text) {
    ByteArrayOutputStream insert = new ByteArrayOutputStream();
    insert.write(text.length);
    insert.writeBytes(text);
    return insert.toByteArray();
  }

  private static void number(ByteArrayOutputStream out, long value) {
    long left = value;
    while (left > 0x7f) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>= 7;
    }
    out.write((int) left);
  }

  /** A pack of those entries. */
  public static byte[] pack(byte[]... entries) {
    byte[] header =
        ByteBuffer.allocate(12).put(ascii("PACK")).putInt(2).putInt(entries.length).array();
    byte[] body = join(header, join(entries));
    return join(body, sha1(body));
  }

  /** An entry of a pack; {@code before} is the base of a delta, or nothing. */
  public static byte[] entry(int type, byte[] before, byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long size = content.length;
    int first = (type << 4) | (int) (size & 15);
    size >>>= 4;
    while (size > 0) {
      bytes.write(first | 0x80);
      first = (int) (size & 0x7f);
      size >>>= 7;
    }
    bytes.write(first);
    bytes.writeBytes(before);
    bytes.writeBytes(deflate(content));
    return bytes.toByteArray();
  }

  private static byte[] deflate(byte[] content) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(content);
    deflater.finish();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    while (!deflater.finished()) {
      bytes.write(buffer, 0, deflater.deflate(buffer));
    }
    deflater.end();
    return bytes.toByteArray();
  }

  /** The id of an object of that type. */
  public static String id(String type, byte[] content) {
    return java.util.HexFormat.of()
        .formatHex(sha1(join(ascii(type + " " + content.length + "\0"), content)));
  }

  static byte[] sha1(byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      byte[] result = new byte[20];
      digest.update(bytes);
      digest.digest(result, 0, result.length);
      return result;
    } catch (NoSuchAlgorithmException | DigestException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] commit(String tree, String... parents) {
    StringBuilder text = new StringBuilder("tree " + tree + "\n");
    for (String parent : parents) {
      text.append("parent ").append(parent).append('\n');
    }
    text.append("author A <a@example.org> 1750000000 +0000\n");
    text.append("committer A <a@example.org> 1750000000 +0000\n\nmessage\n");
    return ascii(text.toString());
  }

  /** Sends it; the response as text. */
  static String send(TestingServer server, String path, byte[] body) {
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/scm" + path + "/git-receive-pack"))
            .header(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(ascii(credentials)))
            .header("Content-Type", "application/x-git-receive-pack-request")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(request, BodyHandlers.ofString(StandardCharsets.ISO_8859_1)).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
