package org.packhouse.scmcache.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.ResponsePart;

/** The producer's stream. */
final class ProductionOutput extends ResponseOutput {

  private final Production production;

  ProductionOutput(Production production) {
    this.production = production;
  }

  @Override
  public void queued(int ahead) throws IOException {
    production.queued(ahead);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    production.add(bytes, offset, length);
  }

  @Override
  public void include(byte[] before, ResponsePart part, PartListener listener) throws IOException {
    DeduplicatingListener once = new DeduplicatingListener(listener);
    if (!production.include(before, part, once)) {
      once.restart();
      super.include(before, part, once);
    }
  }

  @Override
  public void flush() {
    production.flush();
  }

  /**
   * Passes on a part's bytes once, though they may be read again from the start. After a failure it
   * is unknown which bytes were taken, so nothing more is passed on.
   */
  static final class DeduplicatingListener implements PartListener {

    private final PartListener listener;
    private long passed;
    private long at;
    private boolean failed;

    DeduplicatingListener(PartListener listener) {
      this.listener = listener;
    }

    void restart() {
      at = 0;
    }

    @Override
    public void onBytes(ByteBuffer bytes) throws IOException {
      if (failed) {
        throw new IOException("A listener was not given all bytes of a part");
      }
      int length = bytes.remaining();
      int known = Math.clamp(passed - at, 0, length);
      if (known < length) {
        bytes.position(bytes.position() + known);
        failed = true;
        listener.onBytes(bytes);
        failed = false;
      }
      at += length;
      passed = Math.max(passed, at);
    }
  }
}
