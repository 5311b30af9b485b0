package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;

/** The full names and tips of a source and a target branch; a missing branch has no tip. */
record BranchPair(
    Repository source,
    String fromRef,
    @Nullable String from,
    Repository target,
    String toRef,
    @Nullable String to) {}
