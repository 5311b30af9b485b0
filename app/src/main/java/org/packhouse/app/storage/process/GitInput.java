package org.packhouse.app.storage.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Owns the input pipe of a git process: one thread writes and closes it, and knows whether all
 * bytes were written. Git takes a truncated list for a shorter one and exits with 0.
 */
final class GitInput {

  private static final int PIPE_SIZE = 64 * 1024;
  private static final int CHUNK = 32 * 1024;

  // POSIX guarantees every pipe this much room: writing it never blocks.
  private static final int ALWAYS_FITS = 512;

  private final OutputStream target;
  private final Runnable moved;
  private final BoundedPipe pipe;
  private final CompletableFuture<Void> handedOver = new CompletableFuture<>();

  private GitInput(OutputStream target, int buffer, Runnable moved) {
    this.pipe = new BoundedPipe(buffer);
    this.target = target;
    this.moved = moved;
  }

  /** Writes bytes, which must not change afterwards, and closes the input. */
  static GitInput whole(OutputStream target, byte[] bytes, Executor pumps, Runnable moved) {
    GitInput input = new GitInput(target, 0, moved);
    if (bytes.length <= ALWAYS_FITS) {
      input.writeAll(bytes);
    } else {
      pumps.execute(() -> input.writeAll(bytes));
    }
    return input;
  }

  static GitInput streamed(OutputStream target, Executor pumps, Runnable moved) {
    GitInput input = new GitInput(target, PIPE_SIZE, moved);
    pumps.execute(input::pump);
    return input;
  }

  /** Returns a stream whose end is the end of the process's input. */
  OutputStream stream() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        pipe.write(bytes, offset, length);
      }

      @Override
      public void close() {
        pipe.end();
      }
    };
  }

  void abandon() {
    pipe.abandon();
    pipe.fail("No reader is left");
  }

  /** Fails if the process ended before all bytes were written. */
  void requireHandedOver(String command, long seconds) throws IOException {
    pipe.end();
    try {
      handedOver.get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for the input of " + command, e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(command + " ended before it had all of its input", e);
    }
  }

  private void pump() {
    try (target) {
      while (pipe.drainTo(target) >= 0) {
        target.flush();
        moved.run();
      }
    } catch (IOException e) {
      // The process has exited or closed its input; its exit code and standard error tell why.
      pipe.abandon();
      handedOver.completeExceptionally(e);
      return;
    }
    handedOver.complete(null);
  }

  private void writeAll(byte[] bytes) {
    try (target) {
      for (int at = 0; at < bytes.length; at += CHUNK) {
        target.write(bytes, at, Math.min(CHUNK, bytes.length - at));
        target.flush();
        moved.run();
      }
    } catch (IOException e) {
      // As above.
      handedOver.completeExceptionally(e);
      return;
    }
    handedOver.complete(null);
  }
}
