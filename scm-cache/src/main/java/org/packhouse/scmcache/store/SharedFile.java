package org.packhouse.scmcache.store;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.scmcache.ResponseFile;

/** A file being sent to one client. */
final class SharedFile implements ResponseFile {

  private final Range range;
  private final Runnable closed;
  private final AtomicBoolean open = new AtomicBoolean(true);

  SharedFile(Range range, Runnable closed) {
    this.range = range;
    this.closed = closed;
  }

  @Override
  public List<Range> ranges() {
    return List.of(range);
  }

  @Override
  public long length() {
    return range.length();
  }

  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      closed.run();
    }
  }
}
