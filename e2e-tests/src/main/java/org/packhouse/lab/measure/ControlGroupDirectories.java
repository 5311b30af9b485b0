package org.packhouse.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The directories in which control groups of version 2 may be made. */
final class ControlGroupDirectories {

  private static final String OWN = "0::/";

  private ControlGroupDirectories() {}

  /** The group that this process is in, then the one of all. */
  static List<Path> candidates() {
    List<Path> found = new ArrayList<>();
    for (String mount : lines(Path.of("/proc/self/mounts"))) {
      String[] fields = mount.split(" ", -1);
      if (fields.length > 2 && fields[2].equals("cgroup2")) {
        Path top = Path.of(fields[1]);
        for (String line : lines(Path.of("/proc/self/cgroup"))) {
          if (line.startsWith(OWN)) {
            found.add(top.resolve(line.substring(OWN.length())).normalize());
          }
        }
        found.add(top);
      }
    }
    return found.stream().distinct().filter(Files::isDirectory).toList();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException noLinux) {
      return List.of();
    }
  }
}
