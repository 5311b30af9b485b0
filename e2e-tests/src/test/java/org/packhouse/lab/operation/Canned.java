package org.packhouse.lab.operation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.packhouse.lab.git.PackWriter;

/** Answers of a server that has one commit with one file. */
final class Canned {

  static final String ADVERTISEMENT = "application/x-git-upload-pack-advertisement";
  static final String RESULT = "application/x-git-upload-pack-result";

  private final byte[] pack;
  private final String commit;

  Canned(int bytes) throws IOException {
    byte[] content = new byte[bytes];
    new Random(3).nextBytes(content);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PackWriter writer = new PackWriter(out, 3);
    String blob = writer.add(PackWriter.Type.BLOB, content, false);
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    entry.writeBytes("100644 file\0".getBytes(StandardCharsets.US_ASCII));
    entry.writeBytes(HexFormat.of().parseHex(blob));
    String tree = writer.add(PackWriter.Type.TREE, entry.toByteArray(), true);
    String text =
        "tree %s\nauthor A <a@b.c> 1600000000 +0000\ncommitter A <a@b.c> 1600000000 +0000\n\nOne\n"
            .formatted(tree);
    commit = writer.add(PackWriter.Type.COMMIT, text.getBytes(StandardCharsets.US_ASCII), true);
    writer.finish();
    pack = out.toByteArray();
  }

  byte[] advertisement() {
    return http(
        ADVERTISEMENT,
        lines(
            "# service=git-upload-pack\n", "", "version 2\n", "ls-refs\n", "fetch=shallow\n", ""));
  }

  byte[] refs() {
    String head = commit + " HEAD symref-target:refs/heads/main\n";
    return http(RESULT, lines(head, commit + " refs/heads/main\n", ""));
  }

  /** The body of the response to a fetch. */
  byte[] fetched() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(pkt("packfile\n".getBytes(StandardCharsets.US_ASCII)));
    for (int at = 0; at < pack.length; at += 1000) {
      byte[] piece = Arrays.copyOfRange(pack, at, Math.min(at + 1000, pack.length));
      body.writeBytes(band(1, piece));
    }
    body.writeBytes(lines(""));
    return body.toByteArray();
  }

  /** A response of that length. */
  static byte[] http(String type, byte[] body) {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(type, body.length);
    return joined(head.getBytes(StandardCharsets.US_ASCII), body);
  }

  /** A response in chunks of that size. */
  static byte[] chunked(String type, byte[] body, int size) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n"
            .formatted(type)
            .getBytes(StandardCharsets.US_ASCII));
    for (int at = 0; at < body.length; at += size) {
      byte[] piece = Arrays.copyOfRange(body, at, Math.min(at + size, body.length));
      out.writeBytes(
          (Integer.toHexString(piece.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.writeBytes(piece);
      out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  /** A response without a body. */
  static byte[] status(int status) {
    return "HTTP/1.1 %d No\r\nContent-Length: 0\r\n\r\n"
        .formatted(status)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Packet lines; an empty one stands for a flush packet. */
  static byte[] lines(String... lines) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String line : lines) {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      out.writeBytes(line.isEmpty() ? "0000".getBytes(StandardCharsets.US_ASCII) : pkt(bytes));
    }
    return out.toByteArray();
  }

  /** A packet of a side-band. */
  static byte[] band(int band, byte[] data) {
    return pkt(joined(new byte[] {(byte) band}, data));
  }

  static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static byte[] pkt(byte[] payload) {
    String length = "%04x".formatted(payload.length + 4);
    return joined(length.getBytes(StandardCharsets.US_ASCII), payload);
  }
}
