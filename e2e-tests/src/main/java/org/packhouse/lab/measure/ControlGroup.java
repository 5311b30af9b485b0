package org.packhouse.lab.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A control group, version 2, of the kernel. A program is in it before its first instruction, and
 * what it starts is born in it, so that no process escapes, neither by ending early nor by giving
 * itself another parent. Its processor time needs no controller and is exact.
 *
 * <p>Where the kernel shares out the processors by groups, too, each has its {@link
 * ProcessorShare}: clients get what they need beside a server of a hundred processes.
 */
final class ControlGroup implements ProcessGroup {

  private static final String MEMBERS = "cgroup.procs";
  private static final String USAGE = "usage_usec ";
  private static final long MAX_END_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Path directory;
  private final ProcessorShare share;

  private ControlGroup(Path directory, ProcessorShare share) {
    this.directory = directory;
    this.share = share;
  }

  /** Makes one below the group that this process is in; empty if that is not allowed. */
  static Optional<ControlGroup> create(String name) {
    return create(name, ProcessorShare::create);
  }

  /** The same with the processors of the group around it. */
  static Optional<ControlGroup> withoutShare(String name) {
    return create(name, _ -> ProcessorShare.NONE);
  }

  private static Optional<ControlGroup> create(
      String name, Function<String, ProcessorShare> shares) {
    AbandonedGroups names = new AbandonedGroups(name);
    for (Path parent : ControlGroupDirectories.candidates()) {
      String unique = names.name(ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));
      Path directory = parent.resolve(unique);
      try {
        names.removeThoseIn(parent);
        Files.createDirectory(directory);
        ControlGroup group = new ControlGroup(directory, shares.apply(unique));
        if (group.start(new ProcessBuilder("true")).waitFor() == 0) {
          return Optional.of(group);
        }
        group.close();
      } catch (IOException | UncheckedIOException notHere) {
        // The next one may do.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** The group in that directory, which exists, left by a run that is no more. */
  static ControlGroup of(Path directory) {
    return new ControlGroup(directory, ProcessorShare.of(String.valueOf(directory.getFileName())));
  }

  /** Takes in this process, without what it has started. */
  void enter() throws IOException {
    moveThisProcess(directory);
    share.enter();
  }

  /** Puts this process into the group around this one. */
  void leave() throws IOException {
    share.leave();
    moveThisProcess(directory.resolveSibling("."));
  }

  private static void moveThisProcess(Path to) throws IOException {
    Files.writeString(to.resolve(MEMBERS), Long.toString(ProcessHandle.current().pid()));
  }

  @Override
  public Process start(ProcessBuilder program) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            "sh",
            "-c",
            "echo $$ >\"$0\" && echo $$ >\"$1\" && shift && exec \"$@\"",
            directory.resolve(MEMBERS).toString(),
            share.members().orElse(directory.resolve(MEMBERS)).toString()));
    command.addAll(program.command());
    return program.command(command).start();
  }

  @Override
  public void adopt(ProcessHandle process) throws IOException {
    for (ProcessHandle each : Stream.concat(Stream.of(process), process.descendants()).toList()) {
      try {
        Files.writeString(directory.resolve(MEMBERS), Long.toString(each.pid()));
        share.adopt(each);
      } catch (IOException e) {
        if (each.isAlive()) {
          throw e;
        }
      }
    }
  }

  @Override
  public ProcessGroup part(String name) throws IOException {
    return new ControlGroup(Files.createDirectory(directory.resolve(name)), share.lent());
  }

  @Override
  public long processorNanos() {
    return lines(directory.resolve("cpu.stat")).stream()
        .filter(line -> line.startsWith(USAGE))
        .mapToLong(line -> 1_000 * Long.parseLong(line.substring(USAGE.length())))
        .sum();
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public List<Long> processes() {
    List<Long> pids = new ArrayList<>();
    for (Path each : withParts()) {
      lines(each.resolve(MEMBERS)).forEach(line -> pids.add(Long.valueOf(line)));
    }
    return pids;
  }

  @Override
  public void close() {
    if (!Files.exists(directory)) {
      return;
    }
    long deadline = System.nanoTime() + MAX_END_NANOS;
    while (!processes().isEmpty() && System.nanoTime() < deadline) {
      kill();
      LockSupport.parkNanos(SLICE_NANOS);
    }
    withParts().reversed().forEach(part -> remove(part, deadline));
    share.close();
  }

  private void kill() {
    try {
      Files.writeString(directory.resolve("cgroup.kill"), "1");
    } catch (IOException olderKernel) {
      processes().stream()
          .flatMap(pid -> ProcessHandle.of(pid).stream())
          .forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** A process that ends is in its group for a moment after it is no longer listed there. */
  private static void remove(Path group, long deadline) {
    while (true) {
      try {
        Files.deleteIfExists(group);
        return;
      } catch (IOException e) {
        if (System.nanoTime() >= deadline) {
          throw new UncheckedIOException("The control group " + group + " cannot be removed", e);
        }
        LockSupport.parkNanos(SLICE_NANOS);
      }
    }
  }

  /** Its directory and those in it, outer ones first. */
  private List<Path> withParts() {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isDirectory).toList();
    } catch (IOException | UncheckedIOException gone) {
      return List.of();
    }
  }

  private static List<String> lines(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).lines().toList();
    } catch (IOException gone) {
      return List.of();
    }
  }
}
