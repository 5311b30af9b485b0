package org.packhouse.app.storage.process;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.throttle.OtherLoad;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand.Streams;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Starts native git commands with an environment from scratch and settings by {@code -c}; otherwise
 * git reads only the repository's {@code config}, written by {@link RepositoryDirectories}.
 *
 * <p>A command takes up to three threads for its pipes from an unbounded pool: tickets bound the
 * number of commands.
 */
@Component
public class GitProcesses implements MeterBinder, DisposableBean {

  private static final List<String> SETTINGS =
      List.of(
          "safe.directory=*",
          "receive.autogc=false",
          "gc.auto=0",
          // Larger files are streamed, never held whole.
          "core.bigFileThreshold=32m",
          "core.hooksPath=/dev/null",
          "core.alternateRefsCommand=true");

  private static final int MAX_VERSION = 1000;

  /**
   * Bytes for the delta search of one thread: four of the largest objects that git compares, which
   * have 32 MB.
   */
  private static final long MAX_WINDOW_MEMORY = 128L << 20;

  private final GitSettings settings;
  private final Map<String, String> environment;
  private final ExecutorService pumps;
  private final ScheduledThreadPoolExecutor watchdog;
  private final GitPriority priority;
  private final MemorySampler memory;
  private final Set<GitProcess> running = ConcurrentHashMap.newKeySet();
  private final Map<String, LongAdder> started = new ConcurrentHashMap<>();

  @Autowired
  GitProcesses(GitSettings settings, Homes homes) throws IOException {
    this(
        settings,
        homes,
        Executors.newCachedThreadPool(Thread.ofPlatform().name("git-", 1).factory()));
  }

  /** The pool is shut down with this. */
  GitProcesses(GitSettings settings, Homes homes, ExecutorService pumps) throws IOException {
    this.settings = settings;
    Path emptyHome = Files.createDirectories(homes.temporary().resolve("empty-home"));
    String path = System.getenv("PATH");
    this.environment =
        Map.of(
            "PATH", path == null ? "/usr/local/bin:/usr/bin:/bin" : path,
            "HOME", emptyHome.toString(),
            "GIT_CONFIG_NOSYSTEM", "1",
            "GIT_CONFIG_GLOBAL", "/dev/null",
            // A pushed refs/replace/* must not change what others see of an object.
            "GIT_NO_REPLACE_OBJECTS", "1",
            "GIT_TERMINAL_PROMPT", "0",
            "LC_ALL", "C");
    this.pumps = pumps;
    this.watchdog =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("git-watchdog").factory());
    watchdog.setRemoveOnCancelPolicy(true);
    Path proc = Path.of("/proc");
    priority =
        new GitPriority(
            settings.scheduling(),
            OtherLoad.ofThisMachine()::next,
            this::output,
            proc,
            System::nanoTime);
    memory = new MemorySampler(proc, watchdog, priority);
  }

  /** Starts a command. The caller closes the process, and then the ticket. */
  public GitProcess start(Ticket ticket, GitCommand command) throws IOException {
    ticket.requireOpen();
    ProcessBuilder builder = new ProcessBuilder(commandLine(command, ticket));
    builder.directory(command.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("GIT_DIR", command.directory().toString());
    builder.environment().putAll(command.environment());
    builder.redirectErrorStream(command.streams().errorsInOutput());
    Process begun = builder.start();
    try {
      GitProcess process = new GitProcess(command, begun, pumps, this::ended);
      started.computeIfAbsent(command.arguments().getFirst(), _ -> new LongAdder()).increment();
      running.add(process);
      memory.started(process, ticket);
      watch(process);
      return process;
    } catch (RejectedExecutionException e) {
      begun.destroyForcibly();
      throw new IOException("The server is stopping", e);
    }
  }

  /** Runs a command without input and returns its short output. */
  public String run(Ticket ticket, GitCommand command) throws IOException {
    try (GitProcess process = start(ticket, command);
        InputStream output = process.stdout()) {
      process.sendNothing();
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      process.succeed();
      return text;
    }
  }

  /** Returns git's version; needs no ticket. */
  String version() throws IOException {
    return output(List.of(settings.executable(), "version"));
  }

  /** Returns whether this machine supports {@link GitSettings#scheduling}. */
  boolean canYield() {
    return priority.canComeLast();
  }

  private String output(List<String> line) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      return new String(output.readNBytes(MAX_VERSION), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Returns the number of commands started. */
  public long started() {
    return started.values().stream().mapToLong(LongAdder::sum).sum();
  }

  public long started(String subcommand) {
    LongAdder count = started.get(subcommand);
    return count == null ? 0 : count.sum();
  }

  public int running() {
    return running.size();
  }

  @Override
  public void bindTo(MeterRegistry meters) {
    Gauge.builder("git.processes.running", running, Set::size)
        .description("Running native git commands")
        .register(meters);
  }

  @Override
  public void destroy() {
    running.forEach(GitProcess::close);
    watchdog.shutdownNow();
    pumps.shutdown();
  }

  private void ended(GitProcess process) {
    running.remove(process);
    memory.ended(process);
  }

  private List<String> commandLine(GitCommand command, Ticket ticket) {
    List<String> line = new ArrayList<>();
    if (command.nice()) {
      line.addAll(priority.prefix());
    }
    String preparation = preparation(command);
    if (!preparation.isEmpty()) {
      // The shell execs git: no additional process.
      line.addAll(List.of("sh", "-c", preparation + "exec \"$0\" \"$@\""));
    }
    line.add(settings.executable());
    SETTINGS.forEach(setting -> addSetting(line, setting));
    int threads = ticket.underLoad() ? 1 : settings.packThreads();
    addSetting(line, "pack.threads=" + threads);
    addSetting(line, "pack.windowMemory=" + MAX_WINDOW_MEMORY);
    command.settings().forEach(setting -> addSetting(line, setting));
    line.addAll(command.arguments());
    return line;
  }

  private static String preparation(GitCommand command) {
    StringBuilder shell = new StringBuilder();
    DataSize memory = command.limits().memory();
    if (memory != null) {
      // RLIMIT_DATA excludes mapped pack files.
      shell.append("ulimit -d ").append(memory.toKilobytes()).append("; ");
    }
    DataSize file = command.limits().fileSize();
    if (file != null) {
      // In POSIX blocks of 512 bytes.
      shell.append("ulimit -f ").append(file.toBytes() / 512).append("; ");
    }
    if (command.streams().inputForHelpers()) {
      shell.append("exec ").append(Streams.HELPER_INPUT).append("<&0 </dev/null; ");
    }
    return shell.toString();
  }

  private static void addSetting(List<String> line, String setting) {
    line.add("-c");
    line.add(setting);
  }

  private void watch(GitProcess process) {
    Duration idle = process.command().limits().idle();
    Duration total = process.command().limits().total();
    Watch watch =
        new Watch(
            process,
            idle == null ? settings.idleTimeout() : idle,
            total == null ? settings.executionTimeout() : total,
            System.nanoTime());
    watch.schedule();
  }

  /** Enforces a process's time limits, rescheduling itself for the next one. */
  private final class Watch implements Runnable {

    private final GitProcess process;
    private final Duration idle;
    private final Duration total;
    private final long startedAt;

    Watch(GitProcess process, Duration idle, Duration total, long startedAt) {
      this.process = process;
      this.idle = idle;
      this.total = total;
      this.startedAt = startedAt;
    }

    @Override
    public void run() {
      if (totalLeft() <= 0) {
        process.stop(process.command().name() + " was stopped after " + total.toSeconds() + " s");
      } else if (idleLeft() <= 0) {
        process.stop(
            process.command().name() + " was stopped: idle for " + idle.toSeconds() + " s");
      } else {
        schedule();
      }
    }

    void schedule() {
      long wait = Math.max(1, Math.min(totalLeft(), idleLeft()));
      process.watchedBy(watchdog.schedule(this, wait, TimeUnit.NANOSECONDS));
    }

    private long totalLeft() {
      return total.toNanos() - (System.nanoTime() - startedAt);
    }

    private long idleLeft() {
      return idle.toNanos() - process.idleNanos();
    }
  }
}
