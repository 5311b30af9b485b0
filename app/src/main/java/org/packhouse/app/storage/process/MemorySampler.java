package org.packhouse.app.storage.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.app.platform.throttle.Ticket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/**
 * Samples the anonymous memory of git process trees several times a second, reports it to their
 * tickets, and kills those above their limit. Mapped packs do not count: the kernel reclaims them.
 * Updates {@link GitPriority} once a second.
 */
final class MemorySampler {

  private static final Logger LOG = LoggerFactory.getLogger(MemorySampler.class);

  private static final long LOOK_MILLIS = 100;
  private static final long PRIORITY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path proc;
  private final ScheduledExecutorService thread;
  private final GitPriority priority;
  private final Map<GitProcess, Ticket> running = new ConcurrentHashMap<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private long priorityAt = System.nanoTime() - PRIORITY_NANOS;

  MemorySampler(Path proc, ScheduledExecutorService thread, GitPriority priority) {
    this.proc = proc;
    this.thread = thread;
    this.priority = priority;
  }

  void started(GitProcess process, Ticket ticket) {
    running.put(process, ticket);
    if (looking.compareAndSet(false, true)) {
      lookLater();
    }
  }

  void ended(GitProcess process) {
    Ticket ticket = running.remove(process);
    if (ticket != null && !running.containsValue(ticket)) {
      ticket.holds(0);
    }
  }

  private void lookLater() {
    try {
      ScheduledFuture<?> _ = thread.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The server is stopping.
      looking.set(false);
    }
  }

  private void look() {
    try {
      lookOnce();
    } catch (RuntimeException e) {
      // Keep sampling: memory would be unbounded without it.
      LOG.warn("Git's memory could not be sampled", e);
    }
    if (!running.isEmpty()) {
      lookLater();
      return;
    }
    looking.set(false);
    if (!running.isEmpty() && looking.compareAndSet(false, true)) {
      lookLater();
    }
  }

  private void lookOnce() {
    Map<Ticket, Long> held = new HashMap<>();
    running.forEach((process, ticket) -> {
      long bytes = ProcessTree.of(proc, process.pid()).anonymousBytes();
      DataSize together = process.command().limits().together();
      if (together != null && bytes > together.toBytes()) {
        process.stopForMemory(together);
      }
      held.merge(ticket, bytes, Long::sum);
    });
    held.forEach(Ticket::holds);
    if (System.nanoTime() - priorityAt >= PRIORITY_NANOS) {
      priorityAt = System.nanoTime();
      priority.look(running.keySet().stream().map(GitProcess::pid).toList());
    }
  }
}
