package org.packhouse.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names control groups after the process that made them, so that the next run ends what a run that
 * was killed has left.
 */
final class AbandonedGroups {

  private static final Pattern NAME = Pattern.compile("packhouse-lab-(\\d+)-\\d+-.*");

  private final String name;

  AbandonedGroups(String name) {
    this.name = name.replaceAll("[^A-Za-z0-9_]", "-");
  }

  String name(int number) {
    return "packhouse-lab-%d-%d-%s".formatted(ProcessHandle.current().pid(), number, name);
  }

  void removeThoseIn(Path parent) throws IOException {
    List<Path> abandoned;
    try (Stream<Path> groups = Files.list(parent)) {
      abandoned = groups.filter(AbandonedGroups::isAbandoned).toList();
    }
    abandoned.forEach(group -> ControlGroup.of(group).close());
  }

  private static boolean isAbandoned(Path group) {
    Matcher matcher = NAME.matcher(String.valueOf(group.getFileName()));
    return matcher.matches()
        && ProcessHandle.of(Long.parseLong(matcher.group(1)))
            .filter(ProcessHandle::isAlive)
            .isEmpty();
  }
}
