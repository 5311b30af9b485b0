package org.packhouse.app.storage.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process and its running descendants, by {@code /proc}. */
final class ProcessTree {

  private static final int KILOBYTE = 1024;
  private static final String ANONYMOUS = "RssAnon:";

  // Fields of /proc/PID/stat after the program's name, which may contain blanks.
  private static final int USER = 11;
  private static final int USER_OF_CHILDREN = 13;
  private static final int SYSTEM_OF_CHILDREN = 14;
  private static final int POLICY = 38;
  private static final int FIELDS = 39;

  private static final String SCHED_IDLE = "5";
  private static final double TICKS_A_SECOND = 100;

  private final List<Path> members;

  private ProcessTree(List<Path> members) {
    this.members = members;
  }

  static ProcessTree of(Path proc, long pid) {
    List<Path> members = new ArrayList<>();
    add(proc, pid, members);
    return new ProcessTree(members);
  }

  private static void add(Path proc, long pid, List<Path> members) {
    Path directory = proc.resolve(Long.toString(pid));
    members.add(directory);
    for (Path task : tasks(directory)) {
      for (String child : text(task.resolve("children")).split(" ", -1)) {
        if (!child.isBlank()) {
          add(proc, Long.parseLong(child.strip()), members);
        }
      }
    }
  }

  private static List<Path> tasks(Path directory) {
    List<Path> tasks = new ArrayList<>();
    try (DirectoryStream<Path> each = Files.newDirectoryStream(directory.resolve("task"))) {
      each.forEach(tasks::add);
    } catch (IOException | DirectoryIteratorException e) {
      // The process has exited meanwhile.
      return List.of();
    }
    return tasks;
  }

  /** Returns memory that is no mapped file. */
  long anonymousBytes() {
    return members.stream().mapToLong(it -> anonymous(it.resolve("status"))).sum();
  }

  private static long anonymous(Path status) {
    for (String line : text(status).lines().toList()) {
      if (line.startsWith(ANONYMOUS)) {
        return Long.parseLong(line.replaceAll("\\D", "")) * KILOBYTE;
      }
    }
    return 0;
  }

  /** Returns CPU time, including children that were waited for. */
  double seconds() {
    return members.stream().mapToDouble(it -> seconds(it, USER, SYSTEM_OF_CHILDREN)).sum();
  }

  /** Returns the CPU time of a process's children that were waited for. */
  static double secondsOfEnded(Path directory) {
    return seconds(directory, USER_OF_CHILDREN, SYSTEM_OF_CHILDREN);
  }

  private static double seconds(Path directory, int first, int last) {
    String[] fields = fields(directory);
    long ticks = 0;
    for (int i = first; i <= last && fields.length >= FIELDS; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks / TICKS_A_SECOND;
  }

  /** Returns the threads in {@code SCHED_IDLE}. */
  List<String> threadsThatComeLast() {
    List<String> threads = new ArrayList<>();
    for (Path member : members) {
      for (Path task : tasks(member)) {
        String[] fields = fields(task);
        if (fields.length >= FIELDS && fields[POLICY].equals(SCHED_IDLE)) {
          threads.add(String.valueOf(task.getFileName()));
        }
      }
    }
    return threads;
  }

  private static String[] fields(Path directory) {
    String stat = text(directory.resolve("stat"));
    int name = stat.lastIndexOf(')');
    return name < 0 ? new String[0] : stat.substring(name + 2).strip().split(" ", -1);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
