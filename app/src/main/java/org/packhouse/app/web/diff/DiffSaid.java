package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.List;

/**
 * Words that stand at a line of a diff, or above the lines of a file.
 *
 * @param threads contents of threads of comments
 * @param remarks of programs
 */
record DiffSaid(List<?> threads, List<DiffRemark> remarks) {

  static final DiffSaid NOTHING = new DiffSaid(List.of(), List.of());

  /** Whether there are none. */
  public boolean isEmpty() {
    return threads.isEmpty() && remarks.isEmpty();
  }

  /** These and others. */
  DiffSaid and(DiffSaid other) {
    return isEmpty()
        ? other
        : new DiffSaid(joined(threads, other.threads), joined(remarks, other.remarks));
  }

  private static <T> List<T> joined(List<? extends T> some, List<? extends T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
