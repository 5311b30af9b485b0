package org.packhouse.lab.git;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Writes a pack of whole objects. */
public final class PackWriter {

  private static final byte[] MAGIC = "PACK".getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER = 1 << 15;

  private final MessageDigest digest = Sha1.digest();
  private final OutputStream target;
  private final OutputStream out;

  /** The types of objects that it writes. */
  public enum Type {
    /** A commit. */
    COMMIT(1),
    /** A tree. */
    TREE(2),
    /** A file's content. */
    BLOB(3);

    private final int number;

    Type(int number) {
      this.number = number;
    }
  }

  /** Begins a pack of that many objects. */
  public PackWriter(OutputStream target, int objects) throws IOException {
    this.target = target;
    this.out = new DigestOutputStream(target, digest);
    out.write(MAGIC);
    out.write(ByteBuffer.allocate(8).putInt(2).putInt(objects).array());
  }

  /**
   * Adds an object.
   *
   * @param compressed whether that is worth its time
   * @return its id
   */
  public String add(Type type, byte[] content, boolean compressed) throws IOException {
    writeHeader(type, content.length);
    Deflater deflater =
        new Deflater(compressed ? Deflater.DEFAULT_COMPRESSION : Deflater.NO_COMPRESSION);
    try {
      DeflaterOutputStream packed = new DeflaterOutputStream(out, deflater, BUFFER);
      packed.write(content);
      packed.finish();
    } finally {
      deflater.end();
    }
    return id(type, content);
  }

  private void writeHeader(Type type, int length) throws IOException {
    int octet = (type.number << 4) | (length & 15);
    int rest = length >>> 4;
    while (rest > 0) {
      out.write(octet | 128);
      octet = rest & 127;
      rest >>>= 7;
    }
    out.write(octet);
  }

  /** Ends the pack with its checksum. */
  public void finish() throws IOException {
    target.write(digest.digest());
    target.flush();
  }

  private static String id(Type type, byte[] content) {
    MessageDigest of = Sha1.digest();
    String name = type.name().toLowerCase(Locale.ROOT);
    of.update((name + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(of.digest(content));
  }
}
