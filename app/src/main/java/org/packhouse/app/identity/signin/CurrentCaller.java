package org.packhouse.app.identity.signin;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.packhouse.app.storage.refs.RequestRefVersion;

/**
 * The caller of the HTTP request that this thread serves (REST and pages), and what was read for
 * it.
 */
public interface CurrentCaller extends RequestRefVersion {

  /** The caller; anonymous if nobody signed in. */
  Caller get();

  /** From now on the request's caller administers nothing of the server by an access token. */
  default void withholdAdministrationFromToken() {}

  /**
   * The repository at that place, as it was when the request began: read in the statement that said
   * who asks. Null if the path of the request does not name it, or nothing is there.
   */
  default @Nullable FreshRepository repository(String projectKey, String slug) {
    return null;
  }

  /**
   * The ref version of a repository as it was when the request began; empty if the request may
   * change something, as it must read what it has changed.
   */
  @Override
  default OptionalLong refVersion(long repositoryId) {
    return OptionalLong.empty();
  }
}
