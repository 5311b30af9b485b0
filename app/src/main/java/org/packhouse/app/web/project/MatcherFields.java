package org.packhouse.app.web.project;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.model.RefMatcher;

/**
 * A matcher of branches as forms have it, in two fields.
 *
 * @param type of the matcher
 * @param name what it matches
 */
record MatcherFields(@Nullable String type, @Nullable String name) {

  /** Fields that show a matcher. */
  static MatcherFields of(RefMatcher matcher) {
    return new MatcherFields(
        matcher.type().name(),
        switch (matcher.type()) {
          case ANY_REF -> "";
          case BRANCH -> matcher.displayId();
          case PATTERN -> matcher.id();
          case MODEL_BRANCH, MODEL_CATEGORY -> matcher.id().toLowerCase(Locale.ROOT);
        });
  }

  /**
   * The matcher that is meant.
   *
   * @param field what messages call it
   * @throws org.packhouse.app.platform.refusal.InvalidFieldException if it breaks a rule
   */
  RefMatcher matcher(String field) {
    return RefMatcher.of(field, type, name == null ? "" : name);
  }

  /** A matcher in words. */
  static String words(RefMatcher matcher) {
    return switch (matcher.type()) {
      case ANY_REF -> "any branch";
      case BRANCH, PATTERN -> matcher.displayId();
      case MODEL_BRANCH ->
          "the " + matcher.displayId().toLowerCase(Locale.ROOT) + " branch of the model";
      case MODEL_CATEGORY -> "any " + matcher.displayId().toLowerCase(Locale.ROOT) + " branch";
    };
  }
}
