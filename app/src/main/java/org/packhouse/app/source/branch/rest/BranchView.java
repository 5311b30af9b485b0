package org.packhouse.app.source.branch.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.MetadataName;
import org.packhouse.app.source.branch.DetailedRef;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.storage.refs.RefSnapshot;

/** A branch in the REST dialect; {@code metadata} is null unless requested. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BranchView(
    String id,
    String displayId,
    String type,
    String latestCommit,
    String latestChangeset,
    @JsonProperty("isDefault") boolean isDefault,
    @Nullable Map<String, Object> metadata) {

  public static BranchView of(RefSnapshot.Entry ref, RefSnapshot refs) {
    return of(ref, refs, null);
  }

  static BranchView of(DetailedRef branch, RefSnapshot refs, Map<String, CommitView> commitsById) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    if (branch.divergence() != null) {
      metadata.put(MetadataName.AHEAD_BEHIND.wireName(), branch.divergence());
    }
    CommitView commit = commitsById.get(branch.ref().id().name());
    if (commit != null) {
      metadata.put(MetadataName.LATEST_COMMIT.wireName(), commit);
    }
    return of(branch.ref(), refs, metadata);
  }

  private static BranchView of(
      RefSnapshot.Entry ref, RefSnapshot refs, @Nullable Map<String, Object> metadata) {
    return new BranchView(
        ref.name(),
        RefKind.BRANCH.shortName(ref.name()),
        "BRANCH",
        ref.id().name(),
        ref.id().name(),
        ref.name().equals(refs.headTarget()),
        metadata);
  }
}
