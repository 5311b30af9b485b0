package org.packhouse.app.web.project;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.model.RefMatcher;

/** A branch matcher in two fields of a form. */
record MatcherFields(@Nullable String type, @Nullable String name) {

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

  /** Returns the matcher; {@code field} is its name in error messages. */
  RefMatcher matcher(String field) {
    return RefMatcher.of(field, type, name == null ? "" : name);
  }

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
