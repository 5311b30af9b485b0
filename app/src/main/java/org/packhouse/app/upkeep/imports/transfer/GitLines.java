package org.packhouse.app.upkeep.imports.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Cuts git's output into lines, which end with a line feed or a carriage return. Bytes of a line
 * beyond {@value #MAX_LENGTH} are dropped.
 */
final class GitLines {

  private static final int MAX_LENGTH = 4096;
  private static final int BUFFER = 8192;

  private final Consumer<String> reader;
  private final byte[] line = new byte[MAX_LENGTH];
  private int length;

  GitLines(Consumer<String> reader) {
    this.reader = reader;
  }

  void readAll(InputStream source) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int count = source.read(buffer); count >= 0; count = source.read(buffer)) {
      for (int i = 0; i < count; i++) {
        take(buffer[i]);
      }
    }
    end();
  }

  private void take(byte next) {
    if (next == '\n' || next == '\r') {
      end();
    } else if (length < MAX_LENGTH) {
      line[length++] = next;
    }
  }

  private void end() {
    if (length > 0) {
      reader.accept(new String(line, 0, length, StandardCharsets.UTF_8).stripTrailing());
      length = 0;
    }
  }
}
