package org.packhouse.app.source.changes.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;

/**
 * A page of changes.
 *
 * @param fromHash the earlier commit; null: nothing
 * @param toHash the later commit
 */
public record ChangeListView(
    @Nullable String fromHash, String toHash, @JsonUnwrapped Page<ChangeView> page) {}
