package org.packhouse.app.source.browse;

/**
 * Adjacent lines that a commit wrote; {@code path} is the file's path there, lines count from 1.
 */
public record BlamedLines(String commit, String path, int line, int count) {

  public int lastLine() {
    return line + count - 1;
  }
}
