package org.packhouse.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A group of version 1 by which the kernel shares out processor time: while all want some, as much
 * to this group as to each other, however many processes are in it. Version 2 does so with the
 * groups themselves where their parent lets them; a machine that has this controller in version 1
 * has it there alone.
 */
final class ProcessorShare implements AutoCloseable {

  /** Shares nothing. */
  static final ProcessorShare NONE = new ProcessorShare(Optional.empty(), false);

  private static final String MEMBERS = "cgroup.procs";

  private final Optional<Path> directory;
  private final boolean lent;

  private ProcessorShare(Optional<Path> directory, boolean lent) {
    this.directory = directory;
    this.lent = lent;
  }

  /** A new one of that name, or one that shares nothing where none may be made. */
  static ProcessorShare create(String name) {
    Optional<Path> directory = directory(name);
    try {
      if (directory.isPresent()) {
        Files.createDirectory(directory.get());
      }
      return new ProcessorShare(directory, false);
    } catch (IOException notAllowed) {
      return NONE;
    }
  }

  /** That of that name, if it is there. */
  static ProcessorShare of(String name) {
    return new ProcessorShare(directory(name).filter(Files::isDirectory), false);
  }

  /** This one, which closing what is returned leaves there. */
  ProcessorShare lent() {
    return new ProcessorShare(directory, true);
  }

  /** The file that takes in a process whose number is written to it. */
  Optional<Path> members() {
    return directory.map(it -> it.resolve(MEMBERS));
  }

  void enter() throws IOException {
    adopt(ProcessHandle.current());
  }

  void leave() throws IOException {
    if (directory.isPresent()) {
      write(directory.get().resolveSibling(MEMBERS), ProcessHandle.current());
    }
  }

  void adopt(ProcessHandle process) throws IOException {
    Optional<Path> members = members();
    if (members.isPresent()) {
      write(members.get(), process);
    }
  }

  private static void write(Path members, ProcessHandle process) throws IOException {
    Files.writeString(members, Long.toString(process.pid()));
  }

  /** Removes it; all that was in it has ended, or is in another. */
  @Override
  public void close() {
    try {
      if (directory.isPresent() && !lent) {
        Files.deleteIfExists(directory.get());
      }
    } catch (IOException stays) {
      // The next run removes it.
    }
  }

  private static Optional<Path> directory(String name) {
    return lines(Path.of("/proc/self/mounts")).stream()
        .map(mount -> mount.split(" ", -1))
        .filter(fields -> fields.length > 3 && fields[2].equals("cgroup"))
        .filter(fields -> List.of(fields[3].split(",", -1)).contains("cpu"))
        .map(fields -> Path.of(fields[1]).resolve(name))
        .findFirst();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException noLinux) {
      return List.of();
    }
  }
}
