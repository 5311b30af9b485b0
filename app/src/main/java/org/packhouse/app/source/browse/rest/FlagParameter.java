package org.packhouse.app.source.browse.rest;

import org.jspecify.annotations.Nullable;

/** Parameters of the dialect that mean something by being there. */
final class FlagParameter {

  private FlagParameter() {}

  /** Whether it is there, with any value but {@code false}. */
  static boolean isSet(@Nullable String value) {
    return value != null && !value.equalsIgnoreCase("false");
  }
}
