package org.packhouse.app.engine.connector;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Drains the rest of an HTTP/1.1 body when the response is out, up to a bound: a client that still
 * sends would lose the response if the connection were closed.
 */
final class UnreadBody {

  private static final long MAX_BYTES = 2L * 1024 * 1024;
  private static final long MAX_BYTES_AT_HAND = 64L * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long PAUSE_NANOS = 10_000_000;

  private UnreadBody() {}

  static void drain(Request request) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long before = request.getBytesRead();
    Discard discard = new Discard();
    while (!is(request, ActionCode.REQUEST_BODY_FULLY_READ)) {
      if (is(request, ActionCode.IS_ERROR)
          || request.getBytesRead() - before > MAX_BYTES
          || System.nanoTime() >= deadline
          || !readSome(request, discard)) {
        request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        return;
      }
    }
  }

  /** Returns whether the body has ended, reading only buffered bytes, such as a last chunk. */
  static boolean isAtEnd(Request request) {
    long before = request.getBytesRead();
    Discard discard = new Discard();
    while (!is(request, ActionCode.REQUEST_BODY_FULLY_READ)) {
      if (is(request, ActionCode.IS_ERROR)
          || request.getBytesRead() - before > MAX_BYTES_AT_HAND
          || !isAvailable(request)
          || !read(request, discard)) {
        return false;
      }
    }
    return true;
  }

  private static boolean readSome(Request request, Discard discard) {
    if (!isAvailable(request)) {
      LockSupport.parkNanos(PAUSE_NANOS);
      return true;
    }
    return read(request, discard);
  }

  private static boolean isAvailable(Request request) {
    request.action(ActionCode.AVAILABLE, true);
    return request.getAvailable() > 0;
  }

  /** Reads more of the body; returns false if nothing more can come before its end. */
  private static boolean read(Request request, Discard discard) {
    try {
      // The chunk that ends a body has no bytes of it.
      return request.doRead(discard) >= 0 || is(request, ActionCode.REQUEST_BODY_FULLY_READ);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean is(Request request, ActionCode what) {
    AtomicBoolean yes = new AtomicBoolean();
    request.action(what, yes);
    return yes.get();
  }

  private static final class Discard implements ApplicationBufferHandler {
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    @Override
    public void setByteBuffer(ByteBuffer bytes) {
      buffer = bytes;
    }

    @Override
    public ByteBuffer getByteBuffer() {
      return buffer;
    }

    @Override
    public void expand(int size) {
      // The protocol brings buffers of its own.
    }
  }
}
