package org.packhouse.lab.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a program, which is mostly why it ended. */
public final class LogTail {

  private static final int MAX_LENGTH = 500;

  private LogTail() {}

  /** The last line of a log that is no line of a stack trace; what is long is cut. */
  public static String sentence(Path log) {
    List<String> lines = lines(log);
    for (String line : lines.reversed()) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("at ") && !text.startsWith("...")) {
        return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
      }
    }
    return "it said nothing";
  }

  private static List<String> lines(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
