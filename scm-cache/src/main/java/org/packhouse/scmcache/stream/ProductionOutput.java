package org.packhouse.scmcache.stream;

import java.io.IOException;
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
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
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
}
