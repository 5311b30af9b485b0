package org.packhouse.lab.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes many refs at once, where a file for each would take minutes. */
final class PackedRefs {

  private static final String HEADER = "# pack-refs with: peeled fully-peeled sorted ";

  private PackedRefs() {}

  /**
   * Adds refs to those that are packed.
   *
   * @param refs ids of commits by name
   */
  static void addTo(Path repository, Map<String, String> refs) throws IOException {
    Path file = repository.resolve("packed-refs");
    Map<String, String> lines = new TreeMap<>();
    String name = "";
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        if (line.startsWith("^")) {
          lines.merge(name, line + "\n", String::concat);
        } else if (!line.startsWith("#")) {
          name = line.substring(line.indexOf(' ') + 1);
          lines.put(name, line + "\n");
        }
      }
    }
    refs.forEach((ref, id) -> lines.put(ref, id + " " + ref + "\n"));
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    lines.values().forEach(text::append);
    Files.writeString(file, text);
  }
}
