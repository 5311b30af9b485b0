package org.packhouse.app.source.edit;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.PackInserter;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.TooLargeException;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.Quarantines;

/**
 * The objects of a commit in the making: one pack in a quarantine. Contents pass through a file in
 * the quarantine, for git needs the size of an object first.
 */
public final class Draft implements AutoCloseable {

  private static final int IN_MEMORY = 64 * 1024;
  private static final int COMPRESSION = 6;

  private final Quarantine quarantine;
  private final Repository objects;
  private final PackInserter inserter;
  private final long mostBytes;
  private final Set<ObjectId> stored = new HashSet<>();

  private Draft(Quarantine quarantine, Repository objects, long mostBytes) {
    this.quarantine = quarantine;
    this.objects = objects;
    this.inserter = ((ObjectDirectory) objects.getObjectDatabase()).newPackInserter();
    this.inserter.setCompressionLevel(COMPRESSION);
    this.mostBytes = mostBytes;
  }

  static Draft begin(Quarantines quarantines, long repositoryId, long mostBytes)
      throws IOException {
    Quarantine quarantine = quarantines.create(repositoryId);
    try {
      return new Draft(quarantine, quarantine.open(), mostBytes);
    } catch (IOException | RuntimeException e) {
      quarantine.close();
      throw e;
    }
  }

  /** Stores a file and returns the blob's id. */
  public ObjectId store(InputStream content) throws IOException {
    byte[] head = content.readNBytes((int) Math.min(IN_MEMORY, mostBytes) + 1);
    if (head.length > mostBytes) {
      throw tooLarge(mostBytes);
    }
    if (head.length <= IN_MEMORY) {
      ObjectId id = inserter.idFor(Constants.OBJ_BLOB, head);
      return stored.add(id) ? inserter.insert(Constants.OBJ_BLOB, head) : id;
    }
    Path spool = Files.createTempFile(quarantine.objectDirectory(), "content", null);
    try {
      copy(new SequenceInputStream(new ByteArrayInputStream(head), content), spool);
      return insert(spool);
    } finally {
      Files.deleteIfExists(spool);
    }
  }

  public static RefusedException tooLarge(long mostBytes) {
    return new TooLargeException(
        "The file is larger than %d bytes, which is the limit (content.upload.max.size)."
            .formatted(mostBytes));
  }

  private void copy(InputStream content, Path spool) throws IOException {
    try (OutputStream out = Files.newOutputStream(spool)) {
      byte[] buffer = new byte[16 * 1024];
      long total = 0;
      for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        total += read;
        if (total > mostBytes) {
          throw tooLarge(mostBytes);
        }
        out.write(buffer, 0, read);
      }
    }
  }

  private ObjectId insert(Path spool) throws IOException {
    long size = Files.size(spool);
    ObjectId id;
    try (ObjectInserter.Formatter digest = new ObjectInserter.Formatter();
        InputStream in = new BufferedInputStream(Files.newInputStream(spool))) {
      id = digest.idFor(Constants.OBJ_BLOB, size, in);
    }
    if (!stored.add(id)) {
      return id;
    }
    try (InputStream in = Files.newInputStream(spool)) {
      return inserter.insert(Constants.OBJ_BLOB, size, in);
    }
  }

  Quarantine quarantine() {
    return quarantine;
  }

  /** Returns the repository with the objects of the quarantine. */
  Repository objects() {
    return objects;
  }

  ObjectInserter inserter() {
    return inserter;
  }

  /** Returns a reader that also finds inserted objects. */
  ObjectReader newReader() {
    return inserter.newReader();
  }

  @Override
  public void close() {
    try (quarantine;
        objects;
        inserter) {
      stored.clear();
    }
  }
}
