package org.packhouse.app.upkeep.imports.transfer;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.storage.process.GitProcess;

/** An import that this process runs, with its current git command, which a stop kills. */
public final class RunningImport {

  private final ImportJob job;
  private volatile ImportProgress progress = ImportProgress.of(ImportPhase.CONNECTING, 0);
  private @Nullable Ticket ticket;
  private @Nullable GitProcess process;
  private @Nullable ImportFailedException failure;
  private @Nullable Space space;
  private boolean cancelled;
  private boolean released;
  private long deadline = Long.MAX_VALUE;
  private String late = "";

  public RunningImport(ImportJob job) {
    this.job = job;
  }

  /** The directory that objects arrive in, the bytes allowed, and the failure beyond them. */
  public record Space(Path directory, long most, ImportFailedException beyond) {}

  public ImportJob job() {
    return job;
  }

  public ImportProgress progress() {
    return progress;
  }

  void report(ImportProgress now) {
    progress = now;
  }

  public void enter(ImportPhase phase) {
    progress = ImportProgress.of(phase, progress.bytes());
  }

  /** Fails the import with a sentence if it makes no progress within the limit. */
  synchronized void expectWithin(Duration limit, String sentence) {
    deadline = System.nanoTime() + limit.toNanos();
    late = sentence;
  }

  /** Stops the import if its time is over. */
  public void checkTime() {
    ImportFailedException tooLate = null;
    synchronized (this) {
      if (deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0) {
        tooLate = new ImportFailedException(ImportProblem.TIMEOUT, late);
      }
    }
    if (tooLate != null) {
      fail(tooLate);
    }
  }

  public synchronized void fill(Space where) {
    space = where;
  }

  /** Returns null before objects arrive. */
  public synchronized @Nullable Space space() {
    return space;
  }

  /** Stops the import because this process stops: another one runs it again. */
  public void release() {
    synchronized (this) {
      released = true;
    }
    cancel();
  }

  public synchronized boolean isReleased() {
    return released;
  }

  public synchronized void holds(Ticket granted) {
    ticket = granted;
  }

  synchronized Ticket ticket() {
    if (ticket == null) {
      throw new IllegalStateException("No ticket was taken for import " + job.id());
    }
    return ticket;
  }

  synchronized void begin(GitProcess started)
      throws ImportFailedException, ImportCancelledException {
    check();
    process = started;
  }

  synchronized void end() {
    process = null;
  }

  /** Cancels the import, and kills its command with all children. */
  public void cancel() {
    GitProcess working;
    synchronized (this) {
      cancelled = true;
      working = process;
    }
    if (working != null) {
      working.close();
    }
  }

  /** Stops the import; the first reason counts. */
  public void fail(ImportFailedException reason) {
    GitProcess working;
    synchronized (this) {
      if (failure == null) {
        failure = reason;
      }
      working = process;
    }
    if (working != null) {
      working.close();
    }
  }

  public synchronized void check() throws ImportFailedException, ImportCancelledException {
    if (cancelled) {
      throw new ImportCancelledException();
    }
    if (failure != null) {
      throw new ImportFailedException(failure.problem(), String.valueOf(failure.getMessage()));
    }
  }
}
