package org.packhouse.app.engine.git;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;

/**
 * A repository that a caller was let into for one service.
 *
 * @param refVersion the ref version read with the permission, in the same statement
 */
public record GitRepository(
    Repository repository, Caller caller, GitService service, long refVersion) {}
