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
 * The output of a git process, for one reader thread, perhaps a virtual one. A platform thread
 * reads the pipe, into a small buffer for {@link #read}, or straight to the target of {@link
 * #relayTo}.
 */
public final class GitOutput extends InputStream {

  private static final int BUFFER = 64 * 1024;

  // Git writes a packet's length and side band just before its content.
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

  /** Copies all output, flushing when git pauses, and fails with the reason if it was stopped. */
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

  /** Makes reads fail with a reason. */
  void stopped(String reason) {
    stopped = reason;
    BoundedPipe begun = pipe;
    if (begun != null) {
      begun.fail(reason);
    }
  }

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
      // Wait until the other thread has released the caller's target.
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
