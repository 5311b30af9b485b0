package org.packhouse.app.storage.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The output of a native git command. For one reading thread, which may be a virtual one: a
 * platform thread reads the pipe, either into a small buffer that {@link #read} empties, or, for
 * {@link #relayTo}, straight to the target while the caller waits.
 */
public final class GitOutput extends InputStream {

  private static final int BUFFER = 64 * 1024;

  // A packet's length and side band come in a write of their own, just before what they announce.
  private static final int HEADER_ALONE = 5;
  private static final int SMALL = 4096;

  private final InputStream source;
  private final Executor pumps;
  private final Runnable moved;
  private final Consumer<String> stop;
  private @Nullable BoundedPipe pipe;
  private volatile @Nullable String stopped;

  GitOutput(InputStream source, Executor pumps, Runnable moved, Consumer<String> stop) {
    this.source = source;
    this.pumps = pumps;
    this.moved = moved;
    this.stop = stop;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return length == 0 ? 0 : pipe().read(target, offset, length);
  }

  /**
   * Writes all that comes to the target, flushing it whenever git pauses, and at the end.
   *
   * @return how many bytes
   * @throws IOException if the target fails, or if git was stopped for a reason that it tells
   */
  public long relayTo(OutputStream target) throws IOException {
    long total;
    try {
      BoundedPipe begun = pipe;
      total = begun == null ? relayDirectly(target) : relayFrom(begun, target);
    } catch (IOException e) {
      String reason = stopped;
      throw reason == null ? e : new IOException(reason, e);
    }
    String reason = stopped;
    if (reason != null) {
      throw new IOException(reason);
    }
    target.flush();
    return total;
  }

  /** The reader is told that reason instead of the end. */
  void stopped(String reason) {
    stopped = reason;
    BoundedPipe begun = pipe;
    if (begun != null) {
      begun.fail(reason);
    }
  }

  /** Nobody reads any more. */
  void abandon() {
    BoundedPipe begun = pipe;
    if (begun != null) {
      begun.abandon();
    }
  }

  private BoundedPipe pipe() {
    BoundedPipe begun = pipe;
    if (begun == null) {
      BoundedPipe created = new BoundedPipe(BUFFER);
      pipe = created;
      pumps.execute(() -> pump(created));
      return created;
    }
    return begun;
  }

  private void pump(BoundedPipe target) {
    try (source) {
      while (target.fillFrom(source)) {
        moved.run();
      }
      String reason = stopped;
      if (reason != null) {
        target.fail(reason);
      }
      target.end();
    } catch (IOException e) {
      target.fail("Reading from git failed: " + e.getMessage());
    }
  }

  private long relayFrom(BoundedPipe begun, OutputStream target) throws IOException {
    long total = 0;
    int count = begun.drainTo(target);
    while (count >= 0) {
      total += count;
      if (begun.isEmpty()) {
        target.flush();
      }
      count = begun.drainTo(target);
    }
    return total;
  }

  private long relayDirectly(OutputStream target) throws IOException {
    CompletableFuture<Long> done = new CompletableFuture<>();
    pumps.execute(() -> copy(target, done));
    try {
      return done.get();
    } catch (InterruptedException e) {
      // The target is the caller's again only when the other thread has let go of it.
      stop.accept("Interrupted");
      done.exceptionally(failure -> 0L).join();
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("Interrupted").initCause(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
  }

  private void copy(OutputStream target, CompletableFuture<Long> done) {
    try (source) {
      byte[] buffer = new byte[BUFFER];
      long total = 0;
      int count = source.read(buffer);
      while (count >= 0) {
        moved.run();
        target.write(buffer, 0, count);
        total += count;
        if (count > HEADER_ALONE && count < SMALL && source.available() == 0) {
          target.flush();
        }
        moved.run();
        count = source.read(buffer);
      }
      done.complete(total);
    } catch (IOException | RuntimeException e) {
      done.completeExceptionally(e);
    }
  }
}
