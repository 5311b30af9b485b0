package org.packhouse.app.source.hookscript.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.hookscript.HookScript;

/** A hook script in the REST dialect; times are milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
record HookScriptView(
    long id,
    String name,
    @Nullable String description,
    String type,
    String pluginKey,
    int version,
    long createdDate,
    long updatedDate) {

  private static final String PLUGIN = "org.packhouse.hook-scripts";

  static HookScriptView of(HookScript script) {
    return new HookScriptViewBuilder()
        .id(script.id())
        .name(script.name())
        .description(script.description())
        .type(script.type().name())
        .pluginKey(PLUGIN)
        .version(script.version())
        .createdDate(script.created().toEpochMilli())
        .updatedDate(script.updated().toEpochMilli())
        .build();
  }
}
