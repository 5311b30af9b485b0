package org.packhouse.app.source.edit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;

/**
 * A commit to be made on a branch.
 *
 * @param branch null: the default branch
 * @param startPoint where a new branch begins; null: the branch exists, or the repository is empty
 * @param knownCommit the commit that the author has seen: if the branch has other versions of the
 *     paths, the request is refused; null: unchecked
 * @param message null or blank: a generated one
 * @param changes at least one; paths must differ
 */
public record ContentCommit(
    Repository repository,
    Caller caller,
    @Nullable String branch,
    @Nullable String startPoint,
    @Nullable String knownCommit,
    @Nullable String message,
    List<PathChange> changes) {}
