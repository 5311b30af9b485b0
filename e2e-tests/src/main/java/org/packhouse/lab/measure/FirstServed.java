package org.packhouse.lab.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A group whose programs go before all others, where they may. */
final class FirstServed implements ProcessGroup {

  private static final List<String> FIRST = List.of("chrt", "-r", "1");

  private final ProcessGroup group;

  FirstServed(ProcessGroup group) {
    this.group = group;
  }

  @Override
  public Process start(ProcessBuilder program) throws IOException {
    if (mayBeFirst()) {
      List<String> command = new ArrayList<>(FIRST);
      command.addAll(program.command());
      program.command(command);
    }
    return group.start(program);
  }

  private boolean mayBeFirst() {
    List<String> command = new ArrayList<>(FIRST);
    command.add("true");
    ProcessBuilder trial = new ProcessBuilder(command);
    trial.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      return group.start(trial).waitFor() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void adopt(ProcessHandle process) throws IOException {
    group.adopt(process);
  }

  @Override
  public ProcessGroup part(String name) throws IOException {
    return new FirstServed(group.part(name));
  }

  @Override
  public long processorNanos() {
    return group.processorNanos();
  }

  @Override
  public List<Long> processes() {
    return group.processes();
  }

  @Override
  public void close() {
    group.close();
  }
}
