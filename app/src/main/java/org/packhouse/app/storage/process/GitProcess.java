package org.packhouse.app.storage.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A running git command, killed with its children on close.
 *
 * <p>May be used by virtual threads: only platform threads touch its pipes and pass bytes on
 * through small buffers, so a slow client slows git down. Otherwise only 16 KB of standard error
 * are held in memory.
 */
public final class GitProcess implements AutoCloseable {

  private static final long KILL_WAIT_SECONDS = 10;

  private final GitCommand command;
  private final Process process;
  private final Executor pumps;
  private final Consumer<GitProcess> whenClosed;
  private final GitOutput output;
  private final StandardError standardError = new StandardError();
  private final CompletableFuture<Void> standardErrorEnd;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean inputClaimed = new AtomicBoolean();
  private volatile @Nullable GitInput input;
  private @Nullable Future<?> watch;
  private volatile long lastMoved = System.nanoTime();
  private volatile @Nullable String stopped;
  private volatile boolean hungry;

  GitProcess(GitCommand command, Process process, Executor pumps, Consumer<GitProcess> whenClosed) {
    this.command = command;
    this.process = process;
    this.pumps = pumps;
    this.whenClosed = whenClosed;
    this.output = new GitOutput(process.getInputStream(), pumps, this::moved, this::stop);
    standardErrorEnd =
        CompletableFuture.runAsync(() -> standardError.pump(process.getErrorStream()), pumps);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns its standard input. Fails if its input is already taken, also by {@link #send}. */
  public OutputStream stdin() {
    claimInput();
    GitInput streamed = GitInput.streamed(process.getOutputStream(), pumps, this::moved);
    input = streamed;
    return streamed.stream();
  }

  /**
   * Sends all of its input without waiting; the bytes must not change afterwards. Fails if its
   * input is already taken, also by {@link #stdin}.
   */
  public void send(byte[] bytes) {
    claimInput();
    input = GitInput.whole(process.getOutputStream(), bytes, pumps, this::moved);
  }

  private void claimInput() {
    if (!inputClaimed.compareAndSet(false, true)) {
      throw new IllegalStateException("The input of " + command.name() + " has an owner already");
    }
  }

  public void sendNothing() {
    send(new byte[0]);
  }

  /** Returns its output. Reads fail with the reason if the process was killed by a time limit. */
  public GitOutput stdout() {
    return output;
  }

  /** Returns standard error so far, at most the first 16 KB. */
  public String stderr() {
    return standardError.text();
  }

  /**
   * Waits for the exit code and the end of standard error.
   *
   * @throws IOException if it was killed by a time limit, or exited with 0 without reading all
   *     input (unless it {@linkplain GitCommand#readingWhatItNeeds reads what it needs})
   */
  public int waitFor() throws IOException {
    try {
      int code = process.waitFor();
      standardErrorEnd.get(KILL_WAIT_SECONDS, TimeUnit.SECONDS);
      String reason = stopped;
      if (reason != null) {
        throw new IOException(reason);
      }
      GitInput given = input;
      if (code == 0 && given != null && !command.streams().readsWhatItNeeds()) {
        given.requireHandedOver(command.name(), KILL_WAIT_SECONDS);
      }
      return code;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for " + command.name(), e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("Standard error of " + command.name() + " did not end", e);
    }
  }

  /** Fails unless the exit code is 0. */
  public void succeed() throws IOException {
    int code = waitFor();
    if (code != 0) {
      throw new GitFailedException(command.name(), code, stderr());
    }
  }

  /** Kills the process tree and waits until it is gone. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Future<?> watching = watch;
    if (watching != null) {
      watching.cancel(false);
    }
    output.abandon();
    GitInput given = input;
    if (given != null) {
      given.abandon();
    }
    if (process.isAlive()) {
      output.stopped(command.name() + " was stopped");
      kill();
      try {
        process.waitFor(KILL_WAIT_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    whenClosed.accept(this);
  }

  /** Kills it, and gives the reader of its output the reason. */
  void stop(String reason) {
    stopped = reason;
    output.stopped(reason);
    GitInput given = input;
    if (given != null) {
      given.abandon();
    }
    kill();
  }

  void stopForMemory(DataSize limit) {
    hungry = true;
    stop("%s was stopped: it held more than %d bytes".formatted(command.name(), limit.toBytes()));
  }

  public boolean heldTooMuch() {
    return hungry;
  }

  void watchedBy(Future<?> watching) {
    watch = watching;
    if (closed.get()) {
      watching.cancel(false);
    }
  }

  /** Returns nanoseconds since the last byte in or out. */
  long idleNanos() {
    return System.nanoTime() - lastMoved;
  }

  GitCommand command() {
    return command;
  }

  private void kill() {
    // List children first: once the parent is gone they are no longer its descendants.
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  private void moved() {
    lastMoved = System.nanoTime();
  }

  /** Keeps the first 16 KB of standard error and discards the rest. */
  private static final class StandardError {

    private static final int LIMIT = 16 * 1024;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream(256);

    void pump(InputStream source) {
      byte[] buffer = new byte[4096];
      try (source) {
        int count = source.read(buffer);
        while (count >= 0) {
          keep(buffer, count);
          count = source.read(buffer);
        }
      } catch (IOException e) {
        // The process was killed; keep what was read.
        return;
      }
    }

    String text() {
      synchronized (kept) {
        return kept.toString(StandardCharsets.UTF_8);
      }
    }

    private void keep(byte[] buffer, int count) {
      synchronized (kept) {
        kept.write(buffer, 0, Math.min(count, LIMIT - kept.size()));
      }
    }
  }
}
