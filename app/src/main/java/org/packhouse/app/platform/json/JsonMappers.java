package org.packhouse.app.platform.json;

import tools.jackson.core.TSFBuilder;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes JSON mappers that cache no field names. Jackson shares a table of names between all parsers
 * of a mapper and fails once colliding names have filled it: one caller's names could make it
 * refuse the bodies of all others.
 */
public final class JsonMappers {

  private static final JsonMapper STORED =
      JsonMapper.builder(forgetNames(JsonFactory.builder()).build()).build();

  private JsonMappers() {}

  /** Returns the mapper of stored JSON: columns, files, tasks. */
  public static JsonMapper stored() {
    return STORED;
  }

  /** Disables the cache of field names. */
  public static <B extends TSFBuilder<?, B>> B forgetNames(B factory) {
    return factory
        .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
        .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES);
  }
}
