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

/** A small pack in memory, complete and with its index. */
public final class HeldPack {

  private final ObjectId checksum;
  private final byte[] pack;
  private final byte[] index;
  private final Map<ObjectId, HeldObject> objects;

  /**
   * Makes one.
   *
   * @param checksum of the pack, which are its last bytes too
   * @param index as git writes it into a file
   */
  HeldPack(ObjectId checksum, byte[] pack, byte[] index, Map<ObjectId, HeldObject> objects) {
    this.checksum = checksum;
    this.pack = pack;
    this.index = index;
    this.objects = objects;
  }

  /** One of its objects. */
  sealed interface HeldObject {}

  /** An object with its content. */
  record Inflated(ObjectLoader content) implements HeldObject {}

  /**
   * An object that lies whole in the pack, and is inflated when it is read.
   *
   * @param type as {@link org.eclipse.jgit.lib.Constants} has it
   * @param size of the content in bytes
   * @param position of the deflated content in the pack
   */
  record Deflated(int type, int size, int position) implements HeldObject {}

  /** The bytes of the pack, not to be changed. */
  public byte[] pack() {
    return pack;
  }

  /** The bytes of its index, not to be changed. */
  public byte[] index() {
    return index;
  }

  /** The name of its files, but for what says which of them: after its bytes, as git does it. */
  public String baseName() {
    return "pack-" + checksum.name();
  }

  /** Whether there is nothing in it. */
  public boolean isEmpty() {
    return objects.isEmpty();
  }

  public boolean has(AnyObjectId id) {
    return objects.containsKey(id.toObjectId());
  }

  /** Its objects. */
  public Iterable<ObjectId> ids() {
    return objects.keySet();
  }

  /** An object with its content; null if it is not in the pack. */
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
