package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import org.packhouse.scmcache.PartListener;

/** A part that a response is made of. Its file is what it was until this is closed. */
final class UsedPart implements AutoCloseable {

  private final StoredFile file;
  private final long position;
  private final long length;

  /**
   * That of a file, of which it is a user.
   *
   * @param position where the part begins
   * @param length how long it is, in bytes
   */
  UsedPart(StoredFile file, long position, long length) {
    this.file = file;
    this.position = position;
    this.length = length;
  }

  long length() {
    return length;
  }

  /** Where it begins in its file. */
  long position() {
    return position;
  }

  RandomAccessFile open() throws IOException {
    return file.open("r");
  }

  /**
   * Reads all of it.
   *
   * @throws IOException if it cannot be read; some of it may have been heard by then
   */
  void read(PartListener listener) throws IOException {
    file.read(position, length, listener);
  }

  @Override
  public void close() {
    file.done();
  }
}
