package org.packhouse.app.identity.signin;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.packhouse.app.storage.refs.Refs.RequestRefVersion;

/** The caller of the HTTP request that this thread serves, for handlers of REST and pages. */
public interface CurrentCaller extends RequestRefVersion {

  /** Returns the caller; anonymous if nobody signed in. */
  Caller get();

  /** Withdraws global administration from the request's caller if by an access token. */
  default void withholdAdministrationFromToken() {}

  /** Returns the repository as read when the request began; null: the path names none. */
  default @Nullable FreshRepository repository(String projectKey, String slug) {
    return null;
  }

  /** Returns the ref version as read when the request began; empty if it may change something. */
  @Override
  default OptionalLong refVersion(long repositoryId) {
    return OptionalLong.empty();
  }
}
