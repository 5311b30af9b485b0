package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** The threads of one file, handed out to the lines at which they stand. */
final class DiffThreads {

  private final List<DiffComments.Placed> left;
  private final List<DiffComments.Lines> several;

  DiffThreads(List<DiffComments.Placed> threads) {
    this.left = new ArrayList<>(threads);
    this.several =
        threads.stream().map(DiffComments.Placed::lines).filter(Objects::nonNull).toList();
  }

  /** Whether a comment on several lines is about a line. */
  boolean isMarked(int oldNumber, int newNumber) {
    return several.stream().anyMatch(lines -> lines.have(oldNumber, newNumber));
  }

  /** The contents of those at a line, by its numbers from 1; 0: it is not on that side. */
  List<?> at(int oldNumber, int newNumber) {
    if (left.isEmpty()) {
      return List.of();
    }
    List<Object> there = new ArrayList<>();
    for (Iterator<DiffComments.Placed> all = left.iterator(); all.hasNext(); ) {
      DiffComments.Placed thread = all.next();
      Integer line = thread.line();
      if (line != null && line == (thread.before() ? oldNumber : newNumber)) {
        there.add(thread.content());
        all.remove();
      }
    }
    return there;
  }

  /** The contents of those that stand at no line that was asked for. */
  List<?> rest() {
    return left.stream()
        .filter(thread -> !thread.optional() || thread.line() == null)
        .map(DiffComments.Placed::content)
        .toList();
  }
}
