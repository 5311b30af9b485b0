package org.packhouse.scmcache.stream;

import java.io.IOException;
import org.packhouse.scmcache.ResponseOutput;

/** The stream that a producer writes to. */
final class Input extends ResponseOutput {

  private final Production production;

  Input(Production production) {
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
  public void flush() {
    production.flush();
  }
}
