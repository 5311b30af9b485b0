package org.packhouse.app.platform.throttle.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waiters of one rank, by repository. Repositories are ordered by their first waiters, so that the
 * next is found without a look at all waiters of a repository that has enough.
 */
final class Lane {

  private final Map<Object, Line> lines = new HashMap<>();
  private final TreeSet<Line> byFirst =
      new TreeSet<>((one, other) -> Waiter.BY_TURN.compare(one.first(), other.first()));
  private int size;

  private static final class Line {
    private final Object repository;
    private final TreeSet<Waiter> waiters = new TreeSet<>(Waiter.BY_TURN);

    Line(Object repository) {
      this.repository = repository;
    }

    Waiter first() {
      return waiters.first();
    }
  }

  int size() {
    return size;
  }

  void add(Waiter waiter) {
    Line line = lines.computeIfAbsent(waiter.claim.repository(), Line::new);
    if (!line.waiters.isEmpty()) {
      byFirst.remove(line);
    }
    line.waiters.add(waiter);
    byFirst.add(line);
    size++;
  }

  void remove(Waiter waiter) {
    Line line = Objects.requireNonNull(lines.get(waiter.claim.repository()));
    byFirst.remove(line);
    line.waiters.remove(waiter);
    if (line.waiters.isEmpty()) {
      lines.remove(line.repository);
    } else {
      byFirst.add(line);
    }
    size--;
  }

  /** Returns the first waiter whose repository is allowed. */
  @Nullable Waiter first(Predicate<Object> allowed) {
    for (Line line : byFirst) {
      if (allowed.test(line.repository)) {
        return line.first();
      }
    }
    return null;
  }

  @Nullable Waiter any() {
    return byFirst.isEmpty() ? null : byFirst.first().first();
  }

  /** Returns the number of waiters ahead of this one. */
  int before(Waiter waiter) {
    int count = 0;
    for (Line line : byFirst) {
      if (Waiter.BY_TURN.compare(line.first(), waiter) >= 0) {
        break;
      }
      for (Waiter other : line.waiters) {
        if (Waiter.BY_TURN.compare(other, waiter) >= 0) {
          break;
        }
        count++;
      }
    }
    return count;
  }
}
