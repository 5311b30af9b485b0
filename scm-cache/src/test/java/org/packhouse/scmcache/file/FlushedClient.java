package org.packhouse.scmcache.file;

import java.io.OutputStream;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ScmCache;

/** A client that counts flushed bytes. */
final class FlushedClient implements ScmCache.Client {

  private long written;
  private volatile long flushed;

  long flushed() {
    return flushed;
  }

  @Override
  public OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int one) {
        written++;
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        written += length;
      }

      @Override
      public void flush() {
        flushed = written;
      }
    };
  }

  @Override
  public void send(ResponseFile file) {
    throw new AssertionError("The response should be followed");
  }
}
