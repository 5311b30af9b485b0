package org.packhouse.app.storage.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
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
import org.springframework.util.unit.DataSize;

/**
 * Tells tickets how much anonymous memory the processes hold that run under them, with all that
 * these started, and stops those that hold too much. It looks several times a second, while any
 * run. Packs that git has mapped are not counted: the kernel takes them back when it needs the
 * room.
 */
final class MemorySampler {

  private static final long LOOK_MILLIS = 100;
  private static final int KILOBYTE = 1024;
  private static final String ANONYMOUS = "RssAnon:";

  private final Path proc;
  private final ScheduledExecutorService thread;
  private final Map<GitProcess, Ticket> running = new ConcurrentHashMap<>();
  private final AtomicBoolean looking = new AtomicBoolean();

  /**
   * Makes one.
   *
   * @param proc {@code /proc}
   * @param thread where it looks
   */
  MemorySampler(Path proc, ScheduledExecutorService thread) {
    this.proc = proc;
    this.thread = thread;
  }

  /** Watches a process until {@link #ended}. */
  void started(GitProcess process, Ticket ticket) {
    running.put(process, ticket);
    if (looking.compareAndSet(false, true)) {
      lookLater();
    }
  }

  /** The process is gone, and what it held. */
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
      // The server stops.
      looking.set(false);
    }
  }

  private void look() {
    Map<Ticket, Long> held = new HashMap<>();
    running.forEach((process, ticket) -> {
      long bytes = bytesOfTree(process.pid());
      DataSize together = process.command().limits().together();
      if (together != null && bytes > together.toBytes()) {
        process.stopForMemory(together);
      }
      held.merge(ticket, bytes, Long::sum);
    });
    held.forEach(Ticket::holds);
    if (!running.isEmpty()) {
      lookLater();
      return;
    }
    looking.set(false);
    if (!running.isEmpty() && looking.compareAndSet(false, true)) {
      lookLater();
    }
  }

  /** Anonymous memory of a process and of all that it started; 0 if it is gone. */
  long bytesOfTree(long pid) {
    Path directory = proc.resolve(Long.toString(pid));
    long bytes = anonymous(directory.resolve("status"));
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(directory.resolve("task"))) {
      for (Path task : tasks) {
        for (String child : text(task.resolve("children")).split(" ", -1)) {
          if (!child.isBlank()) {
            bytes += bytesOfTree(Long.parseLong(child.strip()));
          }
        }
      }
    } catch (IOException e) {
      // It has ended meanwhile.
      return bytes;
    }
    return bytes;
  }

  private static long anonymous(Path status) {
    for (String line : text(status).lines().toList()) {
      if (line.startsWith(ANONYMOUS)) {
        return Long.parseLong(line.replaceAll("\\D", "")) * KILOBYTE;
      }
    }
    return 0;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
