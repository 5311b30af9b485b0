package org.packhouse.lab.target;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.packhouse.lab.data.Directories;
import org.packhouse.lab.measure.ProcessGroup;
import org.packhouse.lab.process.LogTail;

/** The programs of one server on this machine: where they work, what they use, how they end. */
final class Programs implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(15);
  private static final Duration LOOK = Duration.ofMillis(50);

  private final Path directory;
  private final ProcessGroup group;
  private final Guard guard;
  private final Deque<Process> started = new ConcurrentLinkedDeque<>();
  private final ReentrantLock ending = new ReentrantLock();
  private boolean closed;
  private final Deque<Runnable> last = new ConcurrentLinkedDeque<>();
  private final Thread atExit = new Thread(this::end);

  /** Something that a program is waited for to do. */
  interface Condition {

    /** Whether it is so; an {@link IOException} counts as no. */
    boolean isMet() throws IOException;
  }

  Programs(String target, Path directory) throws IOException {
    this.directory = directory;
    Files.createDirectories(data());
    Files.createDirectories(directory.resolve("log"));
    group = ProcessGroup.create(target, directory);
    guard = Guard.over(data());
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** The directory of its data, which goes in the end. */
  Path data() {
    return directory.resolve("data");
  }

  /** The log of a program. */
  Path log(String program) {
    return directory.resolve("log").resolve(program + ".log");
  }

  ProcessGroup group() {
    return group;
  }

  /** Starts one; what it says goes into its log. */
  Process start(String program, ProcessBuilder builder) throws IOException {
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectErrorStream(true).redirectOutput(log(program).toFile());
    Process process = group.start(builder);
    started.push(process);
    guard.watch(process.toHandle());
    return process;
  }

  /**
   * Tells one to end, and waits until it has; another one may be started in its place.
   *
   * @throws IOException if it takes too long
   */
  void stop(Process process, String program) throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "%s has not ended after %d s; it said last: %s"
                .formatted(program, GRACE.toSeconds(), LogTail.sentence(log(program))));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted");
    }
    started.remove(process);
  }

  /**
   * Waits for something that a program does.
   *
   * @throws IOException if the program ended, or it takes too long
   */
  void await(Process process, String program, Duration atMost, Condition condition)
      throws IOException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!isMet(condition)) {
      if (!process.isAlive()) {
        throw new IOException(
            "%s ended with status %d: %s"
                .formatted(program, process.exitValue(), LogTail.sentence(log(program))));
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "%s is not ready after %d s; it said last: %s"
                .formatted(program, atMost.toSeconds(), LogTail.sentence(log(program))));
      }
      pause();
    }
  }

  /** Waits for something that no program can tell. */
  static void await(String what, Duration atMost, Condition condition) throws IOException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!condition.isMet()) {
      if (System.nanoTime() > deadline) {
        throw new IOException("%s after %d s".formatted(what, atMost.toSeconds()));
      }
      pause();
    }
  }

  private static boolean isMet(Condition condition) {
    try {
      return condition.isMet();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Waits for as long as it takes until it is worth looking again. */
  static void pause() throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted");
    }
  }

  /** Has a program that was started elsewhere ended if this process is killed. */
  void watch(ProcessHandle process) throws IOException {
    guard.watch(process);
  }

  /** Has something done in the end, after programs were told to end and before any is killed. */
  void inTheEnd(Runnable what) {
    last.push(what);
  }

  /** What all of them have used. */
  Usage usage() {
    return new Usage(group.processorNanos(), group.anonymousBytes(), group.gitProcesses(), true);
  }

  /** How many packs lie below the directory of data. */
  OptionalLong packs() {
    try (Stream<Path> all = Files.walk(data())) {
      return OptionalLong.of(all.filter(it -> it.toString().endsWith(".pack")).count());
    } catch (IOException | UncheckedIOException changing) {
      return OptionalLong.empty();
    }
  }

  /** Their processor time, if the group tells it exactly; see {@link Target}. */
  OptionalLong exactProcessorNanos() {
    return group.exact() ? OptionalLong.of(group.processorNanos()) : OptionalLong.empty();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException exiting) {
      // The hook runs, or has run: end() does nothing twice.
    }
    end();
  }

  /**
   * Whoever comes second waits until all is gone; a thread that was interrupted ends it all the
   * same.
   */
  private void end() {
    boolean interrupted = Thread.interrupted();
    ending.lock();
    try {
      if (!closed) {
        closed = true;
        interrupted |= !terminated();
        last.forEach(Runnable::run);
      }
    } finally {
      group.close();
      delete(data());
      guard.close();
      ending.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Tells all programs to end and waits for a while; false if this thread was interrupted. */
  private boolean terminated() {
    started.forEach(Process::destroy);
    try {
      for (Process process : started) {
        process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static void delete(Path directory) {
    try {
      Directories.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("The directory " + directory + " cannot be removed", e);
    }
  }
}
