package org.packhouse.lab.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.packhouse.lab.process.Processes;

/**
 * A group without the kernel's help: the processes that were started, what lives under them, and
 * what works in its directory. What has ended counts through whoever waited for it.
 */
final class CountedProcesses implements ProcessGroup {

  private final Path directory;
  private final Set<ProcessHandle> first = ConcurrentHashMap.newKeySet();

  CountedProcesses(Path directory) {
    this.directory = directory;
  }

  @Override
  public Process start(ProcessBuilder program) throws IOException {
    Process process = program.start();
    adopt(process.toHandle());
    return process;
  }

  @Override
  public void adopt(ProcessHandle process) {
    first.add(process);
  }

  @Override
  public ProcessGroup part(String name) {
    return new CountedProcesses(directory.resolve(name));
  }

  @Override
  public long processorNanos() {
    return all().mapToLong(process -> ProcessorTime.of(process.pid())).sum();
  }

  @Override
  public List<Long> processes() {
    return all().filter(ProcessHandle::isAlive).map(ProcessHandle::pid).toList();
  }

  private Stream<ProcessHandle> all() {
    return Stream.concat(first.stream(), Processes.of(directory).stream())
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .distinct();
  }

  @Override
  public void close() {
    all().toList().forEach(Processes::end);
  }
}
