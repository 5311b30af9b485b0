package org.packhouse.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Watches the anonymous resident memory of a process ({@code RssAnon} of Linux): heap, stacks,
 * buffers outside the heap, but no pages of mapped files. It looks ten times a second.
 */
public final class ResidentMemory implements AutoCloseable {

  private static final String FIELD = "RssAnon:";

  private final Path status;
  private final AtomicLong most = new AtomicLong();
  private final AtomicLong samples = new AtomicLong();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

  /** Watches that process from now on. */
  public ResidentMemory(ProcessHandle process) {
    status = Path.of("/proc", Long.toString(process.pid()), "status");
    var _ = clock.scheduleAtFixedRate(this::sample, 0, 100, TimeUnit.MILLISECONDS);
  }

  /** What it is now, in bytes. */
  public long now() {
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith(FIELD)) {
          String kilobytes = line.substring(FIELD.length()).replace("kB", "").strip();
          return Long.parseLong(kilobytes) << 10;
        }
      }
      throw new AssertionError("No " + FIELD + " in " + status);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The most that was seen so far, in bytes. */
  public long most() {
    sample();
    return most.get();
  }

  /** How often it was looked at. */
  public long samples() {
    return samples.get();
  }

  private void sample() {
    most.accumulateAndGet(now(), Math::max);
    samples.incrementAndGet();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
