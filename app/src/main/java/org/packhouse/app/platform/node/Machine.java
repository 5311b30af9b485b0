package org.packhouse.app.platform.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Identifies this machine and detects its dead processes. */
public final class Machine {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");

  private Machine() {}

  /** Returns the address of this machine's name, or else the loopback address. */
  public static InetAddress address() {
    try {
      return InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      return InetAddress.getLoopbackAddress();
    }
  }

  /** Returns the kernel's boot id. */
  static String boot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException notLinux) {
      return address().getHostName();
    }
  }

  /** Returns boot id and process namespace, because each container has its own process ids. */
  static String processes() {
    try {
      return boot() + " " + Files.readSymbolicLink(PROCESSES);
    } catch (IOException notLinux) {
      return boot();
    }
  }

  /** Returns whether a process is certainly gone; false if it is not visible from here. */
  static boolean isGone(String processes, long process) {
    return processes.equals(processes())
        && ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty();
  }
}
