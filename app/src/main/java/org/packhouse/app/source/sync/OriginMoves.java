package org.packhouse.app.source.sync;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.hooks.RefChange;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Ref updates of an origin as the outbox stores them for its forks. */
final class OriginMoves {

  static final String TYPE = "fork-sync";

  private static final JsonMapper JSON = JsonMappers.stored();

  private OriginMoves() {}

  /** A ref update; ids have 40 hex digits. */
  record Moved(String ref, String from, String to) {}

  static String toJson(List<RefChange> changes) {
    return JSON.writeValueAsString(
        changes.stream()
            .map(it -> new Moved(it.refName(), it.oldId().name(), it.newId().name()))
            .toList());
  }

  static List<RefChange> fromJson(String json) {
    return JSON.readValue(json, new TypeReference<List<Moved>>() {}).stream()
        .map(it ->
            new RefChange(it.ref(), ObjectId.fromString(it.from()), ObjectId.fromString(it.to())))
        .toList();
  }
}
