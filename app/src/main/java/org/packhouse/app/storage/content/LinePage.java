package org.packhouse.app.storage.content;

import java.util.List;

/** Lines of a text, without terminators; indexes start at 0. */
public record LinePage(List<Line> lines, int start, boolean isLast) {

  public record Line(String text, boolean truncated) {}
}
