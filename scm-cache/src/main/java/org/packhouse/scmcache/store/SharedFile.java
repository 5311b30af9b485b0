package org.packhouse.scmcache.store;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.scmcache.ResponseFile;

/** A file that one client is being sent. */
final class SharedFile implements ResponseFile {

  private final Path path;
  private final long position;
  private final long length;
  private final Runnable closed;
  private final AtomicBoolean open = new AtomicBoolean(true);

  SharedFile(Path path, long position, long length, Runnable closed) {
    this.path = path;
    this.position = position;
    this.length = length;
    this.closed = closed;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      closed.run();
    }
  }
}
