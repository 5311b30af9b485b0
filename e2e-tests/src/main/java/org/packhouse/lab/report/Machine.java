package org.packhouse.lab.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine of a run.
 *
 * @param processors how many the lab may use
 * @param processorModel what the system calls them
 * @param memoryBytes of the machine
 * @param system operating system and kernel
 * @param java version of the lab's JVM
 * @param git version of the lab's git
 * @param packhouse version of this source tree
 */
public record Machine(
    int processors,
    String processorModel,
    long memoryBytes,
    String system,
    String java,
    String git,
    String packhouse) {

  /**
   * This machine.
   *
   * @param packhouse version of this source tree
   */
  public static Machine here(String packhouse) {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        readProcessorModel(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        System.getProperty("java.version"),
        askGit(),
        packhouse);
  }

  private static String readProcessorModel() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(it -> it.startsWith("model name"))
          .map(it -> it.substring(it.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String askGit() {
    try {
      Process process = new ProcessBuilder("git", "version").redirectErrorStream(true).start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      process.waitFor();
      return text.replace("git version ", "");
    } catch (IOException e) {
      return "none";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }
}
