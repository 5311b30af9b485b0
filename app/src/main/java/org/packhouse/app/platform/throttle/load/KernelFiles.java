package org.packhouse.app.platform.throttle.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the kernel's small files of figures; an unreadable one has none. */
final class KernelFiles {

  private KernelFiles() {}

  static @Nullable String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return null;
    }
  }

  /** Returns the number that is a file's whole text; empty if it is none, as in {@code max}. */
  static OptionalLong number(Path file) {
    String text = text(file);
    return text == null ? OptionalLong.empty() : number(text.strip());
  }

  /** Returns the number behind a name at the start of a line. */
  static OptionalLong field(Path file, String name) {
    String text = text(file);
    if (text != null) {
      for (String line : text.lines().toList()) {
        if (line.startsWith(name)) {
          String[] words = line.substring(name.length()).strip().split("\\s+", -1);
          return number(words[0]);
        }
      }
    }
    return OptionalLong.empty();
  }

  static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
