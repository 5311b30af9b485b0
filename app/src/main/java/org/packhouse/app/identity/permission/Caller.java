package org.packhouse.app.identity.permission;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/** The caller of one request, as authentication found it. */
public sealed interface Caller {

  /** Returns the permission stamp of this request, under which entries may be remembered. */
  long permissionStamp();

  /**
   * Returns the user; null for anonymous callers, and keys and tokens of projects or repositories.
   */
  @Nullable User user();

  /** Returns the name for logs and audit rows: a user name, {@code access-key:12}, or {@code -}. */
  String name();

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

  /** A user, with the limit of the token that was used, if any. */
  record SignedIn(User user, @Nullable TokenLimit limit, long permissionStamp) implements Caller {
    @Override
    public String name() {
      return user.name();
    }

    /** Returns this caller, without administration of the server if by a token. */
    public SignedIn withoutAdministrationByToken() {
      return limit == null
          ? this
          : new SignedIn(user, limit.onServerAtMost(Permission.PROJECT_CREATE), permissionStamp);
    }
  }

  /**
   * An access key or token of a project or repository. A repository permission on a project holds
   * on each of its repositories.
   */
  record ResourceBound(String name, Map<ResourceId, Permission> grants, long permissionStamp)
      implements Caller {
    @Override
    public @Nullable User user() {
      return null;
    }
  }

  /** The highest permissions of a user's token. The global one does not raise the other two. */
  record TokenLimit(Permission server, Permission project, Permission repository) {

    TokenLimit onServerAtMost(Permission global) {
      return server.compareTo(global) <= 0 ? this : new TokenLimit(global, project, repository);
    }
  }
}
