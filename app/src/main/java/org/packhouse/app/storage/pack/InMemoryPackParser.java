package org.packhouse.app.storage.pack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.eclipse.jgit.internal.storage.file.BasePackIndexWriter;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ProgressMonitor;
import org.eclipse.jgit.transport.PackLock;
import org.eclipse.jgit.transport.PackParser;
import org.eclipse.jgit.transport.PackedObjectInfo;
import org.eclipse.jgit.util.NB;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.pack.InMemoryPack.Deflated;
import org.packhouse.app.storage.pack.InMemoryPack.Inflated;
import org.packhouse.app.storage.pack.InMemoryPack.PackedObject;

/** Reads a small pack into memory, indexes it, and appends the missing bases of a thin pack. */
public final class InMemoryPackParser extends PackParser {

  private static final int INDEX_VERSION = 2;

  /** Offset of the object count in a pack. */
  private static final int OBJECT_COUNT = 8;

  private final Consumer<InMemoryPack> taken;
  private final CRC32 crc = new CRC32();
  private final Map<ObjectId, PackedObject> objects = new HashMap<>();
  private byte[] bytes;
  private int length;
  private int position;
  private int contentSize;
  private int contentType;
  private int contentPosition;
  private byte @Nullable [] checksum;

  /** Takes the expected size of the pack, and passes the complete pack on. */
  public InMemoryPackParser(
      ObjectDatabase present, InputStream in, int size, Consumer<InMemoryPack> taken) {
    super(present, in);
    this.taken = taken;
    this.bytes = new byte[size];
  }

  @Override
  public @Nullable PackLock parse(ProgressMonitor receiving, ProgressMonitor resolving)
      throws IOException {
    PackLock lock = super.parse(receiving, resolving);
    byte[] sum = checksum;
    if (sum == null) {
      throw new IOException("The pack has no checksum");
    }
    append(sum, 0, sum.length);
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    BasePackIndexWriter.createVersion(index, INDEX_VERSION).write(getSortedObjectList(null), sum);
    taken.accept(
        new InMemoryPack(
            ObjectId.fromRaw(sum),
            length == bytes.length ? bytes : Arrays.copyOf(bytes, length),
            index.toByteArray(),
            objects));
    return lock;
  }

  private void append(byte[] raw, int from, int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
    System.arraycopy(raw, from, bytes, length, count);
    length += count;
  }

  @Override
  protected void onStoreStream(byte[] raw, int from, int count) {
    append(raw, from, count);
  }

  @Override
  protected void onPackHeader(long count) {
    // The stream contains the header as well.
  }

  @Override
  protected void onPackFooter(byte[] hash) {
    checksum = hash;
  }

  @Override
  protected void onBeginWholeObject(long start, int type, long inflatedSize) {
    crc.reset();
    contentType = type;
    contentSize = Math.toIntExact(inflatedSize);
    contentPosition = Math.toIntExact(start);
  }

  @Override
  protected void onEndWholeObject(PackedObjectInfo info) {
    info.setCRC((int) crc.getValue());
    // JGit does not pass on the content of blobs.
    if (contentType == Constants.OBJ_BLOB) {
      objects.put(info.copy(), new Deflated(contentType, contentSize, contentPosition));
    }
  }

  @Override
  protected void onBeginOfsDelta(long start, long baseStart, long inflatedSize) {
    crc.reset();
  }

  @Override
  protected void onBeginRefDelta(long start, AnyObjectId baseId, long inflatedSize) {
    crc.reset();
  }

  @Override
  protected UnresolvedDelta onEndDelta() {
    UnresolvedDelta delta = new UnresolvedDelta();
    delta.setCRC((int) crc.getValue());
    return delta;
  }

  @Override
  protected void onObjectHeader(Source source, byte[] raw, int from, int count) {
    crc.update(raw, from, count);
    if (source == Source.INPUT) {
      // For an undeltified object this is everything before the content.
      contentPosition += count;
    }
  }

  @Override
  protected void onObjectData(Source source, byte[] raw, int from, int count) {
    crc.update(raw, from, count);
  }

  @Override
  protected void onInflatedObjectData(PackedObjectInfo object, int type, byte[] data) {
    objects.put(object.copy(), new Inflated(new ObjectLoader.SmallObject(type, data)));
  }

  @Override
  protected ObjectTypeAndSize seekDatabase(PackedObjectInfo object, ObjectTypeAndSize info)
      throws IOException {
    return seek(object.getOffset(), info);
  }

  @Override
  protected ObjectTypeAndSize seekDatabase(UnresolvedDelta delta, ObjectTypeAndSize info)
      throws IOException {
    return seek(delta.getOffset(), info);
  }

  private ObjectTypeAndSize seek(long offset, ObjectTypeAndSize info) throws IOException {
    position = Math.toIntExact(offset);
    crc.reset();
    return readObjectHeader(info);
  }

  @Override
  protected int readDatabase(byte[] target, int from, int count) {
    int read = Math.min(count, length - position);
    if (read <= 0) {
      return -1;
    }
    System.arraycopy(bytes, position, target, from, read);
    position += read;
    return read;
  }

  @Override
  protected boolean checkCRC(int before) {
    return before == (int) crc.getValue();
  }

  @Override
  protected boolean onAppendBase(int type, byte[] data, PackedObjectInfo info) {
    info.setOffset(length);
    int start = length;
    byte[] buffer = buffer();
    append(buffer, 0, header(buffer, type, data.length));
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(data);
      deflater.finish();
      while (!deflater.finished()) {
        append(buffer, 0, deflater.deflate(buffer));
      }
    } finally {
      deflater.end();
    }
    crc.reset();
    crc.update(bytes, start, length - start);
    info.setCRC((int) crc.getValue());
    objects.put(info.copy(), new Inflated(new ObjectLoader.SmallObject(type, data)));
    return true;
  }

  /** Writes an object header as in gitformat-pack(5); returns its length. */
  private static int header(byte[] buffer, int type, int size) {
    int count = 0;
    int rest = size >>> 4;
    buffer[count++] = (byte) ((rest == 0 ? 0 : 0x80) | (type << 4) | (size & 0xf));
    while (rest != 0) {
      int next = rest >>> 7;
      buffer[count++] = (byte) ((next == 0 ? 0 : 0x80) | (rest & 0x7f));
      rest = next;
    }
    return count;
  }

  @Override
  protected void onEndThinPack() {
    NB.encodeInt32(bytes, OBJECT_COUNT, getObjectCount());
    MessageDigest digest = Constants.newMessageDigest();
    digest.update(bytes, 0, length);
    checksum = digest.digest();
  }
}
