package org.packhouse.lab.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The state of a process as {@code /proc} has it; nothing of one that is gone.
 *
 * @param name of its program, of which Linux keeps 15 bytes
 * @param anonymousBytes resident memory that is no mapped file, in bytes
 */
record ProcessStatus(String name, long anonymousBytes) {

  private static final String NAME = "Name:";
  private static final String ANONYMOUS = "RssAnon:";

  static ProcessStatus of(long pid) {
    String name = "";
    long kilobytes = 0;
    for (String line : read(pid).lines().toList()) {
      if (line.startsWith(NAME)) {
        name = line.substring(NAME.length()).strip();
      } else if (line.startsWith(ANONYMOUS)) {
        kilobytes = Long.parseLong(line.substring(ANONYMOUS.length()).replace("kB", "").strip());
      }
    }
    return new ProcessStatus(name, kilobytes << 10);
  }

  boolean isGit() {
    return name.equals("git") || name.startsWith("git-");
  }

  private static String read(long pid) {
    try {
      Path file = Path.of("/proc", Long.toString(pid), "status");
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
