package org.packhouse.app.source.browse.rest;

import org.jspecify.annotations.Nullable;

/** Parameters that are set by their presence. */
final class FlagParameter {

  private FlagParameter() {}

  /** Returns whether the parameter is present with a value other than {@code false}. */
  static boolean isSet(@Nullable String value) {
    return value != null && !value.equalsIgnoreCase("false");
  }
}
