package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.ResponsePart;

/** Output of a response, which knows whether anything was sent. */
final class WatchedOutput extends ResponseOutput {

  private final ResponseOutput out;
  private boolean begun;

  WatchedOutput(ResponseOutput out) {
    this.out = out;
  }

  boolean begun() {
    return begun;
  }

  @Override
  public void queued(int ahead) throws IOException {
    out.queued(ahead);
  }

  @Override
  public void include(byte[] before, ResponsePart part, PartListener listener) throws IOException {
    begun = true;
    out.include(before, part, listener);
  }

  @Override
  public void write(int value) throws IOException {
    begun = true;
    out.write(value);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    begun = true;
    out.write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
