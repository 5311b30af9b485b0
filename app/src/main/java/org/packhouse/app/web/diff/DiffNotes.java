package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.List;

/** Contents of comment threads, and annotations, at a line of a diff or above a file. */
record DiffNotes(List<?> threads, List<DiffAnnotation> annotations) {

  static final DiffNotes NOTHING = new DiffNotes(List.of(), List.of());

  public boolean isEmpty() {
    return threads.isEmpty() && annotations.isEmpty();
  }

  DiffNotes and(DiffNotes other) {
    return isEmpty()
        ? other
        : new DiffNotes(joined(threads, other.threads), joined(annotations, other.annotations));
  }

  private static <T> List<T> joined(List<? extends T> some, List<? extends T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
