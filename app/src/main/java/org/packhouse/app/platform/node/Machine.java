package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names this machine, and tells which of its processes are gone. */
final class Machine {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");

  private Machine() {}

  /** The kernel that runs now: another one after each boot. */
  static String boot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException notLinux) {
      return LocalHost.address().getHostName();
    }
  }

  /** The kernel, and where in it processes have numbers: containers have places of their own. */
  static String processes() {
    try {
      return boot() + " " + Files.readSymbolicLink(PROCESSES);
    } catch (IOException notLinux) {
      return boot();
    }
  }

  /** Whether a process is gone for sure; false where that cannot be seen from here. */
  static boolean isGone(String processes, long process) {
    return processes.equals(processes())
        && ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty();
  }
}
