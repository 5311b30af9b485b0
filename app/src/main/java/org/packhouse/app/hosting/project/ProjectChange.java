package org.packhouse.app.hosting.project;

import org.jspecify.annotations.Nullable;

/** Changes to a project; null: unchanged. An empty description removes it. */
public record ProjectChange(
    @Nullable String key,
    @Nullable String name,
    @Nullable String description,
    @Nullable Boolean isPublic) {}
