package org.packhouse.app.review.build;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The reporters accepted under a key by the conditions of a project or repository, given by path.
 */
public record ReporterRestriction(String resource, Predicate<@Nullable Author> accepted) {

  /** Returns whether a report is accepted; null is an unknown author. */
  public boolean accepts(@Nullable Author author) {
    return accepted.test(author);
  }
}
