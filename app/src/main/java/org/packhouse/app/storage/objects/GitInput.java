package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Executor;

/** What a native git command reads: a buffer that a platform thread empties into the pipe. */
final class GitInput extends OutputStream {

  private static final int PIPE_SIZE = 64 * 1024;

  // POSIX gives every pipe room for that much: writing it never blocks.
  private static final int ALWAYS_FITS = 512;

  private final BoundedPipe pipe = new BoundedPipe(PIPE_SIZE);
  private boolean closed;

  GitInput(OutputStream target, Executor pumps, Runnable moved) {
    pumps.execute(() -> pump(target, moved));
  }

  /** Writes bytes to a process and closes its input, in another thread unless they surely fit. */
  static void sendAll(OutputStream target, byte[] bytes, Executor pumps, Runnable moved)
      throws IOException {
    if (bytes.length <= ALWAYS_FITS) {
      writeAll(target, bytes, moved);
    } else {
      pumps.execute(() -> writeAll(target, bytes, moved));
    }
  }

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
    if (!closed) {
      closed = true;
      pipe.end();
    }
  }

  /** Ends the pumping: the process is gone or will be killed. */
  void abandon() {
    pipe.abandon();
    pipe.fail("Nobody reads any more");
  }

  private void pump(OutputStream target, Runnable moved) {
    try (target) {
      while (pipe.drainTo(target) >= 0) {
        target.flush();
        moved.run();
      }
    } catch (IOException e) {
      // The process has ended or closed its input; its exit code and standard error tell why.
      pipe.abandon();
    }
  }

  private static void writeAll(OutputStream target, byte[] bytes, Runnable moved) {
    try (target) {
      int chunk = 32 * 1024;
      for (int at = 0; at < bytes.length; at += chunk) {
        target.write(bytes, at, Math.min(chunk, bytes.length - at));
        target.flush();
        moved.run();
      }
    } catch (IOException e) {
      // As above: a process that stops reading says why by other means.
      return;
    }
  }
}
