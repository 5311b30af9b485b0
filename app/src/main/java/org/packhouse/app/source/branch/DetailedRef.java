package org.packhouse.app.source.branch;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.storage.refs.RefSnapshot;

/**
 * A branch or a tag with what people want to know of it.
 *
 * @param name short name
 * @param commit what it points to in the end; null if that is no commit
 * @param message the first line of what an annotated tag says; null if there is none
 * @param divergence how it stands to the base; null for the base itself, and if there is none
 */
public record DetailedRef(
    RefSnapshot.Entry ref,
    String name,
    @Nullable Commit commit,
    @Nullable String message,
    @Nullable Divergence divergence) {}
