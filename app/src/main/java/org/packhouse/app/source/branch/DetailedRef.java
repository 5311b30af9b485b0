package org.packhouse.app.source.branch;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.storage.refs.RefSnapshot;

/** A branch or tag; {@code divergence} is null for the base itself, and without a base. */
public record DetailedRef(
    RefSnapshot.Entry ref,
    String name,
    @Nullable Commit commit,
    @Nullable String message,
    @Nullable Divergence divergence) {}
