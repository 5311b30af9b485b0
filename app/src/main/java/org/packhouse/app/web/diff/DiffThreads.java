package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The threads of one file, handed out to the lines at which they stand. */
final class DiffThreads {

  private final List<DiffComments.Placed> left;

  DiffThreads(List<DiffComments.Placed> threads) {
    this.left = new ArrayList<>(threads);
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
    return left.stream().map(DiffComments.Placed::content).toList();
  }
}
