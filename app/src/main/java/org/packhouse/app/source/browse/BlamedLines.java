package org.packhouse.app.source.browse;

/**
 * Lines of a file that one commit wrote and that lie together.
 *
 * @param commit 40 hex digits
 * @param path where the file was then
 * @param line the first one, from 1
 * @param count how many
 */
public record BlamedLines(String commit, String path, int line, int count) {

  /** The last line. */
  public int lastLine() {
    return line + count - 1;
  }
}
