package org.packhouse.app.review.build.rest;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.BuildState;
import org.packhouse.app.review.build.BuildStatus;

/** An order of builds of a commit. */
enum BuildOrder {
  NEWEST,
  OLDEST,
  /** Failed first, then running, then successful. */
  STATUS;

  Comparator<BuildStatus> comparator() {
    Comparator<BuildStatus> first =
        switch (this) {
          case NEWEST -> Comparator.comparing(BuildStatus::updatedAt).reversed();
          case OLDEST -> Comparator.comparing(BuildStatus::updatedAt);
          case STATUS -> Comparator.comparingInt(build -> rank(build.state()));
        };
    return first.thenComparing(BuildStatus::key);
  }

  private static int rank(BuildState state) {
    return switch (state) {
      case FAILED -> 0;
      case CANCELLED -> 1;
      case INPROGRESS -> 2;
      case UNKNOWN -> 3;
      case SUCCESSFUL -> 4;
    };
  }

  static BuildOrder of(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return NEWEST;
    }
    return Arrays.stream(values())
        .filter(it -> it.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                "orderBy",
                "The parameter orderBy must be one of %s, not %s."
                    .formatted(Arrays.toString(values()), InvalidFieldException.quote(name))));
  }
}
