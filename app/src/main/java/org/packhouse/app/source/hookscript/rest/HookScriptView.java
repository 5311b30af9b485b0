package org.packhouse.app.source.hookscript.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.hookscript.HookScript;

/** A hook script in the REST dialect; times are milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HookScriptView(
    long id,
    String name,
    @Nullable String description,
    String type,
    String pluginKey,
    int version,
    @JsonUnwrapped Times times) {

  record Times(long createdDate, long updatedDate) {}

  private static final String PLUGIN = "org.packhouse.hook-scripts";

  static HookScriptView of(HookScript script) {
    return new HookScriptView(
        script.id(),
        script.name(),
        script.description(),
        script.type().name(),
        PLUGIN,
        script.version(),
        new Times(script.created().toEpochMilli(), script.updated().toEpochMilli()));
  }
}
