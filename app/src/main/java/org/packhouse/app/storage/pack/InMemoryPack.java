package org.packhouse.app.storage.pack;

import java.io.IOException;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.jspecify.annotations.Nullable;

/** A small complete pack in memory, with its index. */
public final class InMemoryPack {

  private final ObjectId checksum;
  private final byte[] pack;
  private final byte[] index;
  private final Map<ObjectId, PackedObject> objects;

  /** Takes the checksum at the end of the pack, and the index in git's file format. */
  InMemoryPack(ObjectId checksum, byte[] pack, byte[] index, Map<ObjectId, PackedObject> objects) {
    this.checksum = checksum;
    this.pack = pack;
    this.index = index;
    this.objects = objects;
  }

  sealed interface PackedObject {}

  record Inflated(ObjectLoader content) implements PackedObject {}

  /** An undeltified object, inflated on access: its size, and its position in the pack. */
  record Deflated(int type, int size, int position) implements PackedObject {}

  /** Returns the bytes, which must not be changed. */
  public byte[] pack() {
    return pack;
  }

  /** Returns the bytes, which must not be changed. */
  public byte[] index() {
    return index;
  }

  /** Returns the file name without extension, derived from the checksum as by git. */
  public String baseName() {
    return "pack-" + checksum.name();
  }

  public boolean isEmpty() {
    return objects.isEmpty();
  }

  public boolean has(AnyObjectId id) {
    return objects.containsKey(id.toObjectId());
  }

  public Iterable<ObjectId> ids() {
    return objects.keySet();
  }

  /** Returns null if the object is not in the pack. */
  @Nullable public ObjectLoader open(AnyObjectId id) throws IOException {
    return switch (objects.get(id.toObjectId())) {
      case null -> null;
      case Inflated object -> object.content();
      case Deflated object -> new ObjectLoader.SmallObject(object.type(), inflate(id, object));
    };
  }

  private byte[] inflate(AnyObjectId id, Deflated object) throws IOException {
    byte[] content = new byte[object.size()];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(pack, object.position(), pack.length - object.position());
      int read = 0;
      while (read < content.length) {
        int more = inflater.inflate(content, read, content.length - read);
        if (more == 0) {
          throw new CorruptObjectException(id.toObjectId(), "it ends too early");
        }
        read += more;
      }
      return content;
    } catch (DataFormatException e) {
      throw new CorruptObjectException(id.toObjectId(), String.valueOf(e.getMessage()));
    } finally {
      inflater.end();
    }
  }
}
