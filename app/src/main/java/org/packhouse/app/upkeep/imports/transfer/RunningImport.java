package org.packhouse.app.upkeep.imports.transfer;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.storage.process.GitProcess;

/**
 * An import while this process works on it: how far it has come, and the git command that works for
 * it now, so that whoever stops the import kills the command at once.
 */
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

  /** An import that begins now. */
  public RunningImport(ImportJob job) {
    this.job = job;
  }

  /**
   * The directory that what comes is put into.
   *
   * @param most bytes that may come
   * @param beyond what it fails of if more comes
   */
  public record Space(Path directory, long most, ImportFailedException beyond) {}

  /** What is imported, and where to. */
  public ImportJob job() {
    return job;
  }

  /** How far it has come. */
  public ImportProgress progress() {
    return progress;
  }

  void report(ImportProgress now) {
    progress = now;
  }

  /** Goes on to the next phase. */
  public void enter(ImportPhase phase) {
    progress = ImportProgress.of(phase, progress.bytes());
  }

  /** It fails with that sentence if it has not come further within that time. */
  synchronized void expectWithin(Duration limit, String sentence) {
    deadline = System.nanoTime() + limit.toNanos();
    late = sentence;
  }

  /** Stops it if its time is over. */
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

  /** What comes is put there from now on. */
  public synchronized void fill(Space where) {
    space = where;
  }

  /** Where what comes is put; null: nothing comes yet. */
  public synchronized @Nullable Space space() {
    return space;
  }

  /** Stops it because this process stops: another one does it. */
  public void release() {
    synchronized (this) {
      released = true;
    }
    cancel();
  }

  /** Whether another process shall do it. */
  public synchronized boolean isReleased() {
    return released;
  }

  /** Its commands run under that ticket from now on. */
  public synchronized void holds(Ticket granted) {
    ticket = granted;
  }

  /** What its commands run under. */
  synchronized Ticket ticket() {
    if (ticket == null) {
      throw new IllegalStateException("No ticket was taken for import " + job.id());
    }
    return ticket;
  }

  /** A command works for it from now on. */
  synchronized void begin(GitProcess started)
      throws ImportFailedException, ImportCancelledException {
    check();
    process = started;
  }

  /** The command has ended. */
  synchronized void end() {
    process = null;
  }

  /** Stops it: its command is killed with all that it started. */
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

  /** Stops it for a reason; the first one counts. */
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

  /** Throws the reason if it was stopped. */
  public synchronized void check() throws ImportFailedException, ImportCancelledException {
    if (cancelled) {
      throw new ImportCancelledException();
    }
    if (failure != null) {
      throw new ImportFailedException(failure.problem(), String.valueOf(failure.getMessage()));
    }
  }
}
