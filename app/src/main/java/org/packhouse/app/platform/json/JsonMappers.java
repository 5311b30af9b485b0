package org.packhouse.app.platform.json;

import tools.jackson.core.TSFBuilder;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes JSON mappers that keep no names of fields. Jackson keeps the names that it has read in a
 * table that all parsers of a mapper share, and refuses to read on once names that collide have
 * filled a part of it: names of one caller would then have bodies of all others refused.
 */
public final class JsonMappers {

  private static final JsonMapper STORED =
      JsonMapper.builder(forgetNames(JsonFactory.builder()).build()).build();

  private JsonMappers() {}

  /** Reads and writes what the server stores: columns, files, tasks. */
  public static JsonMapper stored() {
    return STORED;
  }

  /** Has parsers read every name anew. */
  public static <B extends TSFBuilder<?, B>> B forgetNames(B factory) {
    return factory
        .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
        .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES);
  }
}
