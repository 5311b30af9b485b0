package org.packhouse.scmcache.file;

import java.io.IOException;
import java.io.OutputStream;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ScmCache;

/** A client that disconnects after some bytes. */
final class VanishingClient implements ScmCache.Client {

  private final int most;
  private int received;

  VanishingClient(int most) {
    this.most = most;
  }

  @Override
  public OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[1], 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        received += length;
        if (received > most) {
          throw new IOException("Connection reset");
        }
      }
    };
  }

  @Override
  public void send(ResponseFile file) throws IOException {
    throw new IOException("Connection reset");
  }
}
