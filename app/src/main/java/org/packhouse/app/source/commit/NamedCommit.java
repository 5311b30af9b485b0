package org.packhouse.app.source.commit;

import org.jspecify.annotations.Nullable;

/** A branch or tag; {@code commit} is null if the ref leads to no commit. */
public record NamedCommit(String refName, String name, @Nullable Commit commit) {}
