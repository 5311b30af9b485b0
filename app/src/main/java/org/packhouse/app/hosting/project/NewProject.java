package org.packhouse.app.hosting.project;

import org.jspecify.annotations.Nullable;

public record NewProject(
    @Nullable String key, @Nullable String name, @Nullable String description, boolean isPublic) {}
