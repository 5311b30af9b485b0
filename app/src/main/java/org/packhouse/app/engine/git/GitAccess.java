package org.packhouse.app.engine.git;

import org.packhouse.app.identity.auth.AuthenticationFailedException;
import org.packhouse.app.identity.auth.Credential;

/**
 * Lets a client into a repository: the first thing that a transport calls. Credential, permission
 * and ref version take one statement.
 */
public interface GitAccess {

  /**
   * Finds the repository and checks the permission of the service.
   *
   * @param path {@code key/slug} as in the URL, with or without leading slash and {@code .git}, in
   *     any case, {@code ~user} too
   * @throws AuthenticationFailedException if the credential opens nothing
   * @throws GitRefusedException with the reason; an anonymous caller gets {@code UNAUTHENTICATED}
   *     for all that is not public, there or not
   */
  GitRepository open(Credential credential, String path, GitService service)
      throws AuthenticationFailedException, GitRefusedException;
}
