package org.packhouse.app.source.branch.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.storage.refs.RefSnapshot;

/** A tag in the REST dialect; {@code hash} is the tag object, null for a lightweight tag. */
@JsonInclude(JsonInclude.Include.ALWAYS)
record TagView(
    String id,
    String displayId,
    String type,
    String latestCommit,
    String latestChangeset,
    @Nullable String hash) {

  static TagView of(RefSnapshot.Entry ref) {
    String commit = ref.peeled() == null ? ref.id().name() : ref.peeled().name();
    return new TagView(
        ref.name(),
        RefKind.TAG.shortName(ref.name()),
        "TAG",
        commit,
        commit,
        ref.peeled() == null ? null : ref.id().name());
  }
}
