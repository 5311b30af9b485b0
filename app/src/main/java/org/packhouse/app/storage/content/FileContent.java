package org.packhouse.app.storage.content;

import java.util.List;

/** The content of a file, as far as a page can show it. */
public sealed interface FileContent {

  long size();

  /** Lines without terminators, and the name of the encoding that they were decoded by. */
  record Text(long size, List<String> lines, String encoding) implements FileContent {
    public String joined() {
      return String.join("\n", lines);
    }
  }

  record Binary(long size) implements FileContent {}

  /** The file exceeds the requested limit. */
  record TooLarge(long size) implements FileContent {}
}
