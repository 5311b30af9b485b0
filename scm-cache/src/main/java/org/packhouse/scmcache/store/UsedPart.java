package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import org.packhouse.scmcache.PartListener;

/** A shared part in use, whose file stays unchanged until this is closed. */
final class UsedPart implements AutoCloseable {

  private final StoredFile file;
  private final long position;
  private final long length;

  /** Takes the part's offset in its file. */
  UsedPart(StoredFile file, long position, long length) {
    this.file = file;
    this.position = position;
    this.length = length;
  }

  long length() {
    return length;
  }

  long position() {
    return position;
  }

  RandomAccessFile open() throws IOException {
    return file.open("r");
  }

  /** May fail after some bytes were passed on. */
  void read(PartListener listener) throws IOException {
    file.read(position, length, listener);
  }

  @Override
  public void close() {
    file.done();
  }
}
