package org.packhouse.app.source.edit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;

/**
 * A commit to be made on a branch.
 *
 * @param caller who becomes its author and committer
 * @param branch short or full name; null: the default one
 * @param startPoint branch, tag or commit that a new branch begins at; null: the branch is there,
 *     or the repository is empty
 * @param knownCommit the commit whose state of the paths the author knows: if another state is on
 *     the branch by now, nothing is done; null: nothing is known
 * @param message null or blank: one that says what was done
 * @param changes at least one, all of different paths
 */
public record ContentCommit(
    Repository repository,
    Caller caller,
    @Nullable String branch,
    @Nullable String startPoint,
    @Nullable String knownCommit,
    @Nullable String message,
    List<PathChange> changes) {}
