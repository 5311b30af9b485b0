package org.packhouse.scmcache.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ScmCache;

/** A client that reads nothing until released. */
final class SlowClient implements ScmCache.Client {

  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  void goOn() {
    goOn.countDown();
  }

  byte[] received() {
    return received.toByteArray();
  }

  @Override
  public OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
          goOn.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
        received.write(bytes, offset, length);
      }
    };
  }

  @Override
  public void send(ResponseFile file) {
    throw new AssertionError("The response should be followed");
  }
}
