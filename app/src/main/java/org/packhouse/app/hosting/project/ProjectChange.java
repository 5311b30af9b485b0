package org.packhouse.app.hosting.project;

import org.jspecify.annotations.Nullable;

/** The wanted changes of a project; null: stays. An empty description removes it. */
public record ProjectChange(
    @Nullable String key,
    @Nullable String name,
    @Nullable String description,
    @Nullable Boolean isPublic) {}
