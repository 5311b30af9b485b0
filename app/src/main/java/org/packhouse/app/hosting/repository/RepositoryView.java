package org.packhouse.app.hosting.repository;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.ProjectView;

/** A repository as the REST dialect shows it. */
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
    Map<String, List<Map<String, String>>> links) {}
