package org.packhouse.app.source.changes.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;

/** A page of changes; {@code fromHash} is null for the empty tree. */
public record ChangeListView(
    @Nullable String fromHash, String toHash, @JsonUnwrapped Page<ChangeView> page) {}
