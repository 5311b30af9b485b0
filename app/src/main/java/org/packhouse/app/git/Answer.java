package org.packhouse.app.git;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** What goes to a client, remembering whether anything did and whether the client is there. */
final class Answer extends FilterOutputStream {

  private boolean begun;
  private boolean broken;

  Answer(OutputStream out) {
    super(out);
  }

  /** Whether a byte was written. */
  boolean begun() {
    return begun;
  }

  /** Whether writing failed: the client has gone. */
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
