package org.packhouse.app.hosting.repository.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.rest.ProjectView;
import org.packhouse.app.hosting.repository.RepositoryState;

/** A repository in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
public record RepositoryView(
    String slug,
    long id,
    String name,
    @Nullable String description,
    String hierarchyId,
    String scmId,
    RepositoryState state,
    String statusMessage,
    boolean forkable,
    @Nullable RepositoryView origin,
    ProjectView project,
    @JsonProperty("public") boolean isPublic,
    boolean archived,
    @Nullable String defaultBranch,
    Map<String, List<Map<String, String>>> links) {

  /**
   * The stand-in for a repository that is gone or hidden from the reader. Its slug is no valid one.
   */
  public static RepositoryView unavailable() {
    return new RepositoryViewBuilder()
        .slug("-")
        .id(0)
        .name("Unavailable")
        .description(null)
        .hierarchyId("00000000000000000000")
        .scmId("git")
        .state(RepositoryState.AVAILABLE)
        .statusMessage("Unavailable")
        .forkable(false)
        .origin(null)
        .project(ProjectView.unavailable())
        .isPublic(false)
        .archived(false)
        .defaultBranch(null)
        .links(Map.of("clone", List.of(), "self", List.of()))
        .build();
  }
}
