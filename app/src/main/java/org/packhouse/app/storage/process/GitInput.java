package org.packhouse.app.storage.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The one owner of what a native git command reads. It has the only reference to the pipe, one
 * thread writes into it and closes it, and it knows in the end whether all bytes have gone in: git
 * takes a list that breaks off for a shorter list, and its exit status is 0.
 */
final class GitInput {

  private static final int PIPE_SIZE = 64 * 1024;
  private static final int CHUNK = 32 * 1024;

  // POSIX gives every pipe room for that much: writing it never blocks.
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

  /**
   * Writes bytes to a process and closes its input, in another thread unless they surely fit.
   *
   * @param bytes not to be changed afterwards
   */
  static GitInput whole(OutputStream target, byte[] bytes, Executor pumps, Runnable moved) {
    GitInput input = new GitInput(target, 0, moved);
    if (bytes.length <= ALWAYS_FITS) {
      input.writeAll(bytes);
    } else {
      pumps.execute(() -> input.writeAll(bytes));
    }
    return input;
  }

  /** Passes on what is written to {@link #stream}, until that is closed. */
  static GitInput streamed(OutputStream target, Executor pumps, Runnable moved) {
    GitInput input = new GitInput(target, PIPE_SIZE, moved);
    pumps.execute(input::pump);
    return input;
  }

  /** Takes what the process is to read. Closing it tells the process that no more comes. */
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

  /** Ends the pumping: the process is gone or will be killed. */
  void abandon() {
    pipe.abandon();
    pipe.fail("Nobody reads any more");
  }

  /**
   * Waits until all bytes have gone into the pipe of a process that has ended.
   *
   * @throws IOException if they have not: the process ended without them
   */
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
      // The process has ended or closed its input; its exit code and standard error tell why.
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
      // As above: a process that stops reading says why by other means.
      handedOver.completeExceptionally(e);
      return;
    }
    handedOver.complete(null);
  }
}
