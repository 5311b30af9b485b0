package org.packhouse.app.engine.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.packhouse.app.engine.git.ClientGoneException;

/** Turns read failures of the body into a failure of the client. */
final class ClientInput extends FilterInputStream {

  ClientInput(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    try {
      return super.read();
    } catch (IOException e) {
      throw new ClientGoneException(e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return super.read(bytes, offset, length);
    } catch (IOException e) {
      throw new ClientGoneException(e);
    }
  }
}
