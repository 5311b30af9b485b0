package org.packhouse.app.storage.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Homes;

/** Starts git as the server does, with threads for the pipes that do the last task first. */
public final class TestingGitProcesses {

  private TestingGitProcesses() {}

  /** Of tasks that come within moments of each other the last one is done first. */
  public static GitProcesses lastFirst(GitSettings settings, Path home) throws IOException {
    return new GitProcesses(settings, new Homes(home, home), new LastFirst());
  }

  /** Begins a task when no other has come for a moment, and the one before it a moment later. */
  private static final class LastFirst extends ThreadPoolExecutor {

    private static final long MOMENT_MILLIS = 100;

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private @Nullable Future<?> next;

    LastFirst() {
      super(0, Integer.MAX_VALUE, 1, TimeUnit.MINUTES, new SynchronousQueue<>());
    }

    @Override
    public synchronized void execute(Runnable task) {
      waiting.push(task);
      if (next != null) {
        next.cancel(false);
      }
      next = clock.schedule(this::beginLast, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void beginLast() {
      super.execute(waiting.pop());
      next =
          waiting.isEmpty()
              ? null
              : clock.schedule(this::beginLast, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void shutdown() {
      clock.shutdown();
      super.shutdown();
    }
  }
}
