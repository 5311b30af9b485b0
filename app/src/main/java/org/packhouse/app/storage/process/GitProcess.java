package org.packhouse.app.storage.process;

import java.io.IOException;
import java.io.OutputStream;
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
 * A running native git command. Closing it kills it, with all that it started, if it still runs.
 *
 * <p>Virtual threads may use it as they like: its pipes are touched by platform threads alone,
 * which hand bytes on through small buffers, so that a slow client slows git down. Nothing else is
 * held in memory but the first 16 KB of standard error.
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

  /** The process's id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * What it reads, written piece by piece. Closing it tells the process that no more comes.
   *
   * @throws IllegalStateException if its input has been given already, here or by {@link #send}
   */
  public OutputStream stdin() {
    claimInput();
    GitInput streamed = GitInput.streamed(process.getOutputStream(), pumps, this::moved);
    input = streamed;
    return streamed.stream();
  }

  /**
   * Gives it all that it will read, and closes its input. Does not wait until it has read it.
   *
   * @param bytes not to be changed afterwards
   * @throws IllegalStateException if its input has been given already, here or by {@link #stdin}
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

  /** Closes its input: there is nothing to read. */
  public void sendNothing() {
    send(new byte[0]);
  }

  /**
   * What it writes. Reading throws an {@link IOException} that says so if the process was killed
   * for being idle or running for too long.
   */
  public GitOutput stdout() {
    return output;
  }

  /** What it wrote to standard error so far, at most the first 16 KB. */
  public String stderr() {
    return standardError.text();
  }

  /**
   * Waits until it has ended and all of standard error is there.
   *
   * @return the exit code
   * @throws IOException if it was killed for being idle or running for too long, or if it exits
   *     with 0 though not all of its input went in (unless the command {@linkplain
   *     GitCommand#readingWhatItNeeds reads what it needs})
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

  /**
   * Waits until it has ended well.
   *
   * @throws GitFailedException if it exits with another code than 0
   * @throws IOException as {@link #waitFor}
   */
  public void succeed() throws IOException {
    int code = waitFor();
    if (code != 0) {
      throw new GitFailedException(command.name(), code, stderr());
    }
  }

  /** Kills it, and all that it started, if it still runs, and waits until it is gone. */
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

  /** Kills it for a reason that the reader of its output is told. */
  void stop(String reason) {
    stopped = reason;
    output.stopped(reason);
    GitInput given = input;
    if (given != null) {
      given.abandon();
    }
    kill();
  }

  /** Kills it because it holds too much. */
  void stopForMemory(DataSize limit) {
    hungry = true;
    stop("%s was stopped: it held more than %d bytes".formatted(command.name(), limit.toBytes()));
  }

  /** Whether it was killed because it held too much memory. */
  public boolean heldTooMuch() {
    return hungry;
  }

  void watchedBy(Future<?> watching) {
    watch = watching;
    if (closed.get()) {
      watching.cancel(false);
    }
  }

  /** Nanoseconds since a byte went in or out. */
  long idleNanos() {
    return System.nanoTime() - lastMoved;
  }

  GitCommand command() {
    return command;
  }

  private void kill() {
    // The list is taken first: once the parent is gone, its children are no longer its descendants.
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  private void moved() {
    lastMoved = System.nanoTime();
  }
}
