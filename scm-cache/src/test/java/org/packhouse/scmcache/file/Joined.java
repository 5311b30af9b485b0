package org.packhouse.scmcache.file;

import static org.packhouse.scmcache.Responses.bytes;
import static org.packhouse.scmcache.Responses.key;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.ResponsePart;
import org.packhouse.scmcache.ScmCache;

/** Produces responses with a shared part, followed by bytes that depend on it. */
final class Joined implements ScmCache.Producer {

  static final int PART = 1_500_000;

  private final int number;
  private final int part;
  private final AtomicInteger partsMade = new AtomicInteger();
  private Runnable meanwhile = () -> {};
  private Runnable hearing = () -> {};

  Joined(int number, int part) {
    this.number = number;
    this.part = part;
  }

  static ResponseKey partKey(int part) {
    return key(7, 1000 + part);
  }

  byte[] response() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(before());
    all.writeBytes(bytes(part, PART));
    all.writeBytes(after(bytes(part, PART)));
    return all.toByteArray();
  }

  private byte[] before() {
    return bytes(number, 100 + number);
  }

  private byte[] after(byte[] heard) {
    byte[] after = bytes(number, 70_000);
    for (int i = 0; i < heard.length; i++) {
      after[i % after.length] = (byte) (31 * after[i % after.length] + heard[i]);
    }
    return after;
  }

  int partsMade() {
    return partsMade.get();
  }

  @Override
  public boolean produce(ResponseOutput out) throws IOException {
    out.flush();
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    out.include(
        before(),
        new Part(),
        bytes -> {
          hearing.run();
          byte[] some = new byte[bytes.remaining()];
          bytes.get(some);
          heard.writeBytes(some);
        });
    meanwhile.run();
    out.write(after(heard.toByteArray()));
    out.flush();
    return true;
  }

  /** Runs something between the part and what follows. */
  Joined meanwhile(Runnable what) {
    meanwhile = what;
    return this;
  }

  /** Runs something whenever bytes of the part arrive. */
  Joined hearing(Runnable what) {
    hearing = what;
    return this;
  }

  private final class Part implements ResponsePart {
    @Override
    public ResponseKey key() {
      return partKey(part);
    }

    @Override
    public ResponseKey series() {
      return partKey(-1);
    }

    @Override
    public long length() {
      return PART;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      partsMade.incrementAndGet();
      byte[] bytes = bytes(part, PART);
      for (int at = 0; at < PART; at += 60_000) {
        out.write(bytes, at, Math.min(60_000, PART - at));
      }
    }
  }
}
