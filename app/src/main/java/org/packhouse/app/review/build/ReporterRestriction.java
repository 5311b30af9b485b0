package org.packhouse.app.review.build;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The authors whose reports under a key the conditions of a repository accept.
 *
 * @param resource the project or repository whose condition names them, as people call it
 */
public record ReporterRestriction(String resource, Predicate<@Nullable Author> accepted) {

  /** Whether the conditions accept a report of that author; null: of somebody who is not known. */
  public boolean accepts(@Nullable Author author) {
    return accepted.test(author);
  }
}
