package org.packhouse.app.hosting.project.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.rest.UserView;

/** A project in the REST dialect; the avatar only if the request asked for it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
public record ProjectView(
    String key,
    long id,
    String name,
    @Nullable String description,
    @JsonProperty("public") boolean isPublic,
    String type,
    @Nullable UserView owner,
    Map<String, List<Map<String, String>>> links,
    @Nullable String avatarUrl) {

  /** The stand-in for a project that is gone or hidden from the reader. Its key is no valid one. */
  public static ProjectView unavailable() {
    return new ProjectViewBuilder()
        .key("-")
        .id(0)
        .name("Unavailable")
        .description(null)
        .isPublic(false)
        .type("NORMAL")
        .owner(null)
        .links(Map.of("self", List.of()))
        .avatarUrl(null)
        .build();
  }
}
