package org.packhouse.app.storage.content;

import java.util.List;

/**
 * Some lines of a text.
 *
 * @param lines without their ends
 * @param start index of the first one, from 0
 * @param isLast whether no line follows
 */
public record LinePage(List<Line> lines, int start, boolean isLast) {

  /**
   * A line.
   *
   * @param truncated whether it goes on
   */
  public record Line(String text, boolean truncated) {}
}
