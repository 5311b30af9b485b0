package org.packhouse.lab.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The processor time of a JVM's threads, those of one name but for its numbers together. A thread
 * that has ended counts as it was last seen.
 */
public final class JvmThreads {

  /** How many bytes Linux keeps of a thread's name. */
  private static final int KEPT = 15;

  private final Path tasks;
  private final Map<Long, Seen> seen = new HashMap<>();

  /** A thread as it was last seen. */
  private record Seen(String group, long nanos) {}

  /** Those of that process. */
  public JvmThreads(long pid) {
    this.tasks = Path.of("/proc", Long.toString(pid), "task");
  }

  /** A name as Linux keeps it, without numbers and what separates them. */
  public static String group(String name) {
    String kept = name.substring(0, Math.min(KEPT, name.length()));
    return kept.replaceAll("[-#][0-9]+|[0-9]+$", "").replaceAll("[-# ]+$", "");
  }

  /** What they have taken so far, in nanoseconds by group. */
  public synchronized Map<String, Long> nanos() {
    look();
    Map<String, Long> sums = new TreeMap<>();
    seen.values().forEach(it -> sums.merge(it.group(), it.nanos(), Long::sum));
    return sums;
  }

  private void look() {
    try (Stream<Path> all = Files.list(tasks)) {
      for (Path task : all.toList()) {
        String name = read(task.resolve("comm"));
        String spent = read(task.resolve("schedstat"));
        if (!name.isEmpty() && !spent.isEmpty()) {
          long nanos = Long.parseLong(spent.substring(0, spent.indexOf(' ')));
          seen.put(Long.valueOf(String.valueOf(task.getFileName())), new Seen(group(name), nanos));
        }
      }
    } catch (IOException | UncheckedIOException gone) {
      // What was seen before stays.
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
    } catch (IOException gone) {
      return "";
    }
  }
}
