package org.packhouse.app.git;

import org.packhouse.app.permission.Caller;
import org.packhouse.app.repository.Repository;

/**
 * A repository that a caller was let into for one service.
 *
 * @param refVersion the ref version read with the permission, in the same statement
 */
public record GitRepository(
    Repository repository, Caller caller, GitService service, long refVersion) {}
