package org.packhouse.lab.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Processes that are measured and ended together: those that were started in it and all that these
 * start.
 */
public interface ProcessGroup extends AutoCloseable {

  /** Starts a program in it; the command of the builder is changed. */
  Process start(ProcessBuilder program) throws IOException;

  /** Takes in a process that runs already, with all that it started and will start. */
  void adopt(ProcessHandle process) throws IOException;

  /** A group in this one, whose figures count in both. */
  ProcessGroup part(String name) throws IOException;

  /** Processor time of all its processes, ended ones included, in nanoseconds. */
  long processorNanos();

  /** Whether processor time is told to some microseconds, and not in ticks of the clock. */
  default boolean exact() {
    return false;
  }

  /** The processes that are in it now. */
  List<Long> processes();

  /** Kills what is in it and waits until it is gone. */
  @Override
  void close();

  /**
   * An empty group: a control group of the kernel, or, where none may be made, one that adds up
   * what {@code /proc} says.
   *
   * @param name for people who look for it
   * @param directory where its programs work: a process that belongs to nobody any more is found by
   *     it
   */
  static ProcessGroup create(String name, Path directory) {
    Optional<ControlGroup> group = ControlGroup.create(name);
    return group.isPresent() ? group.get() : new CountedProcesses(directory);
  }

  /**
   * The same for clients that wait for a server on this machine as if they were on another: a
   * program of theirs that wakes has a processor at once ({@code SCHED_RR}), where the machine
   * allows that.
   */
  static ProcessGroup ofOtherMachine(String name, Path directory) {
    Optional<ControlGroup> group = ControlGroup.withoutShare(name);
    return new FirstServed(group.isPresent() ? group.get() : new CountedProcesses(directory));
  }

  /** Memory of its processes that is no mapped file, now, in bytes. */
  default long anonymousBytes() {
    return processes().stream().mapToLong(pid -> ProcessStatus.of(pid).anonymousBytes()).sum();
  }

  /**
   * Processor time of those of its processes that run a program now, to the nanosecond, without
   * what they have started.
   *
   * @param program its name, of which Linux keeps 15 bytes
   */
  default long processorNanosOf(String program) {
    return processes().stream()
        .filter(pid -> ProcessStatus.of(pid).name().equals(program))
        .mapToLong(ProcessClock::nanos)
        .sum();
  }

  /** How many git processes run in it now. */
  default int gitProcesses() {
    return (int) processes().stream().filter(pid -> ProcessStatus.of(pid).isGit()).count();
  }
}
