package org.packhouse.scmcache.store;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseKey;

/**
 * The header of an entry's file, before the response.
 *
 * <pre>
 *  0  magic
 *  4  format version
 *  8  length of the header
 * 12  repository id
 * 20  digest of the key, 32 bytes
 * 52  when it was made, in milliseconds
 * 60  length of the response
 * 68  CRC-32C of the response
 * 72  number of wants
 * 76  bytes of each want, 20 or 32
 * 80  wants
 *     in version 2 only, of a part that an entry of the same repository has:
 *       digest of its key, 32 bytes
 *       length of the response before it
 *       its length
 *     CRC-32C of all this
 * </pre>
 *
 * <p>The length and CRC-32C of the response exclude the part.
 */
record Header(
    ResponseKey key,
    List<String> wants,
    Instant created,
    long bodyLength,
    int bodyChecksum,
    @Nullable Insertion insertion) {

  private static final int MAGIC = 0x50485343;
  private static final int VERSION = 1;
  private static final int VERSION_WITH_PART = 2;
  private static final int FIXED = 80;
  private static final int DIGEST = 32;
  private static final int INSERTION = DIGEST + 2 * Long.BYTES;
  private static final int CHECKSUM = 4;
  private static final HexFormat HEX = HexFormat.of();

  static int length(List<String> wants, boolean withPart) {
    return FIXED + wants.size() * wantLength(wants) + (withPart ? INSERTION : 0) + CHECKSUM;
  }

  private static int wantLength(List<String> wants) {
    return wants.isEmpty() ? 0 : wants.getFirst().length() / 2;
  }

  int length() {
    return length(wants, insertion != null);
  }

  byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(length());
    bytes.putInt(MAGIC).putInt(insertion == null ? VERSION : VERSION_WITH_PART).putInt(length());
    bytes.putLong(key.repositoryId()).put(HEX.parseHex(key.digest()));
    bytes.putLong(created.toEpochMilli()).putLong(bodyLength).putInt(bodyChecksum);
    bytes.putInt(wants.size()).putInt(wantLength(wants));
    for (String want : wants) {
      bytes.put(HEX.parseHex(want));
    }
    if (insertion != null) {
      bytes.put(HEX.parseHex(insertion.part().digest()));
      bytes.putLong(insertion.at()).putLong(insertion.length());
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.array(), 0, bytes.position());
    return bytes.putInt((int) checksum.getValue()).array();
  }

  /** Reads a header, leaving the stream at the response. */
  static Header read(InputStream in) throws IOException {
    try {
      DataInputStream data = new DataInputStream(in);
      byte[] start = new byte[12];
      data.readFully(start);
      ByteBuffer begin = ByteBuffer.wrap(start);
      int magic = begin.getInt();
      int version = begin.getInt();
      if (magic != MAGIC || (version != VERSION && version != VERSION_WITH_PART)) {
        throw new DamagedException("it does not begin as an entry of a version that is known");
      }
      int length = begin.getInt();
      if (length < FIXED + CHECKSUM || length - start.length > in.available()) {
        throw new DamagedException("its header claims " + length + " bytes");
      }
      byte[] all = new byte[length];
      System.arraycopy(start, 0, all, 0, start.length);
      data.readFully(all, start.length, length - start.length);
      return parse(all, version == VERSION_WITH_PART);
    } catch (EOFException e) {
      throw new DamagedException("it ends within its header", e);
    }
  }

  private static Header parse(byte[] all, boolean withPart) throws DamagedException {
    CRC32C checksum = new CRC32C();
    checksum.update(all, 0, all.length - CHECKSUM);
    ByteBuffer bytes = ByteBuffer.wrap(all);
    if (bytes.getInt(all.length - CHECKSUM) != (int) checksum.getValue()) {
      throw new DamagedException("its header does not have its checksum");
    }
    bytes.position(12);
    long repositoryId = bytes.getLong();
    String digest = hex(bytes, DIGEST);
    Instant created = Instant.ofEpochMilli(bytes.getLong());
    long bodyLength = bytes.getLong();
    int bodyChecksum = bytes.getInt();
    int count = bytes.getInt();
    int wantLength = bytes.getInt();
    List<String> wants = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      wants.add(hex(bytes, wantLength));
    }
    Insertion insertion =
        withPart
            ? new Insertion(
                new ResponseKey(repositoryId, hex(bytes, DIGEST)), bytes.getLong(), bytes.getLong())
            : null;
    return new Header(
        new ResponseKey(repositoryId, digest), wants, created, bodyLength, bodyChecksum, insertion);
  }

  private static String hex(ByteBuffer bytes, int length) {
    byte[] part = new byte[length];
    bytes.get(part);
    return HEX.formatHex(part);
  }
}
