package org.packhouse.app.storage.content;

import java.util.List;

/** The content of a file, as far as a page can show it. */
public sealed interface FileContent {

  /** Bytes of the file. */
  long size();

  /**
   * Text.
   *
   * @param lines without their ends; a last line without an end counts
   * @param encoding the name of the encoding that the bytes were decoded by
   */
  record Text(long size, List<String> lines, String encoding) implements FileContent {
    /** The lines joined by newlines. */
    public String joined() {
      return String.join("\n", lines);
    }
  }

  /** Bytes that are no text. */
  record Binary(long size) implements FileContent {}

  /** More than was asked for. */
  record TooLarge(long size) implements FileContent {}
}
