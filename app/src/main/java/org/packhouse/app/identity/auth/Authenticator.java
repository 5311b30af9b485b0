package org.packhouse.app.identity.auth;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;

/**
 * Turns a credential into a caller. Reads user stamp, permission stamp and, if a repository is
 * named, its row and ref version in one statement; a password's slow hash is computed only when the
 * credential was not verified within the last minutes under the user's present stamp.
 */
public interface Authenticator {

  /**
   * Authenticates.
   *
   * @param path the repository that the request names; null if none
   * @throws AuthenticationFailedException if the credential is wrong, expired, blocked, or its user
   *     is not active or holds no {@code LICENSED_USER}
   */
  Authenticated authenticate(Credential credential, @Nullable RepositoryPath path)
      throws AuthenticationFailedException;

  /** Who asks, and for what. {@code repository} is null if none was named or none is there. */
  record Authenticated(Caller caller, @Nullable FreshRepository repository) {}

  /** A repository as a URL names it, in any case, without {@code .git}. */
  record RepositoryPath(String projectKey, String slug) {}

  /** A repository's row and ref version, as of this request. */
  record FreshRepository(long repositoryId, long refVersion, int rowVersion) {}
}
