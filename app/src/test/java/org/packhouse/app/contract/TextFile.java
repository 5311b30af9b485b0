package org.packhouse.app.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A file of lines beside these tests; blank ones and those that begin with a # say nothing. */
final class TextFile {

  private TextFile() {}

  static List<String> lines(String name) {
    try (InputStream in = TextFile.class.getResourceAsStream(name)) {
      String text =
          new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
