package org.packhouse.app.hosting.project.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The body of requests about a project; its avatar is a data URI. */
record ProjectBody(
    @Nullable String key,
    @Nullable String name,
    @Nullable String description,
    @JsonProperty("public") @Nullable Boolean isPublic,
    @Nullable String avatar) {}
