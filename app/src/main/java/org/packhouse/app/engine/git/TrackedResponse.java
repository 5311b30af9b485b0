package org.packhouse.app.engine.git;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.packhouse.scmcache.ResponseFile;

/** The response to a client, which knows whether it has begun and whether the client is there. */
final class TrackedResponse extends FilterOutputStream implements ResponseTarget {

  private final ResponseTarget target;
  private boolean begun;
  private boolean broken;

  TrackedResponse(ResponseTarget target) {
    super(target.out());
    this.target = target;
  }

  @Override
  public OutputStream out() {
    return this;
  }

  @Override
  public void send(ResponseFile file) throws IOException {
    begun = true;
    try {
      target.send(file);
    } catch (IOException e) {
      broken = true;
      throw e;
    }
  }

  boolean begun() {
    return begun;
  }

  /** Returns whether writing failed: the client has gone. */
  boolean broken() {
    return broken;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    begun = true;
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      broken = true;
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      broken = true;
      throw e;
    }
  }
}
