package org.packhouse.app.identity.permission;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/**
 * The one who asks. Made anew for each request by authentication, which read the permission stamp.
 */
public sealed interface Caller {

  /** The permission stamp that this request goes by: what was remembered under another is void. */
  long permissionStamp();

  /** The user, or null if nobody signed in or a key or token of a project or repository did. */
  @Nullable User user();

  /** What logs and audit rows call the caller: a user name, {@code access-key:12}, or {@code -}. */
  String name();

  /** Nobody. */
  record Anonymous(long permissionStamp) implements Caller {
    @Override
    public @Nullable User user() {
      return null;
    }

    @Override
    public String name() {
      return "-";
    }
  }

  /**
   * A user.
   *
   * @param limit what the token that was used allows at most; null if a password, session or key
   *     was
   */
  record SignedIn(User user, @Nullable TokenLimit limit, long permissionStamp) implements Caller {
    @Override
    public String name() {
      return user.name();
    }

    /** This caller, who by a token holds no global permission above {@code PROJECT_CREATE}. */
    public SignedIn withoutAdministrationByToken() {
      return limit == null
          ? this
          : new SignedIn(user, limit.onServerAtMost(Permission.PROJECT_CREATE), permissionStamp);
    }
  }

  /**
   * An access key, or an access token of a project or repository: it may do what its grants say on
   * these resources and nothing else. A repository permission on a project is one on each of its
   * repositories.
   */
  record ResourceBound(String name, Map<ResourceId, Permission> grants, long permissionStamp)
      implements Caller {
    @Override
    public @Nullable User user() {
      return null;
    }
  }

  /**
   * The most that a user's token allows: the highest global, project and repository permission. A
   * global permission that administers the server does not make its user an administrator of more
   * projects and repositories than the other two allow.
   */
  record TokenLimit(Permission server, Permission project, Permission repository) {

    /** This limit with no more than that global permission. */
    TokenLimit onServerAtMost(Permission global) {
      return server.compareTo(global) <= 0 ? this : new TokenLimit(global, project, repository);
    }
  }
}
