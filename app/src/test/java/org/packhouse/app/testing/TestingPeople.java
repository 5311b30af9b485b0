package org.packhouse.app.testing;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.signin.Authenticator;
import org.packhouse.app.identity.signin.Authenticator.Authenticated;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.token.TokenPermissions;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Makes users, groups, permissions and credentials in a {@link TestingServer}. */
public final class TestingPeople {

  private static final BCryptPasswordEncoder CHEAP_HASHES = new BCryptPasswordEncoder(4);

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final TestingServer server;

  private TestingPeople(TestingServer server) {
    this.server = server;
  }

  /** The people of that server. */
  public static TestingPeople of(TestingServer server) {
    return new TestingPeople(server);
  }

  /** A name that no other user, group or project of this JVM has: lower case letters and digits. */
  public static String uniqueName(String prefix) {
    return prefix + COUNTER.incrementAndGet();
  }

  /**
   * A licensed user with that password, whose hash is a cheap one: the server's own would take a
   * tenth of all that the tests do.
   */
  public User createUser(String name, String password) {
    User user =
        server
            .get(Accounts.class)
            .create(NewUser.person(name, "Test " + name, name + "@example.org"));
    server
        .get(JdbcClient.class)
        .sql("insert into password (user_id, hash) values (?, ?)")
        .params(user.id(), "{bcrypt}" + CHEAP_HASHES.encode(password))
        .update();
    Groups groups = server.get(Groups.class);
    groups.add(groups.findByName(Groups.DEFAULT).orElseThrow(), user);
    return user(name);
  }

  /** The user as it is now. */
  public User user(String name) {
    return server.get(Users.class).findByName(name).orElseThrow();
  }

  /** A group with those members. */
  public Group createGroup(String name, User... members) {
    Groups groups = server.get(Groups.class);
    Group group = groups.create(name);
    for (User member : members) {
      groups.add(group, member);
    }
    return group;
  }

  /** Grants a global permission to a user. */
  public void grant(User user, Permission global) {
    server.get(PermissionGrants.class).grant(toUser(user), global);
  }

  /** Grants a permission on a project or repository to a user. */
  public void grant(User user, ResourceId resource, Permission permission) {
    server.get(PermissionGrants.class).grant(toUser(user), resource, permission);
  }

  /** Grants a permission on a project or repository to a group. */
  public void grant(Group group, ResourceId resource, Permission permission) {
    server
        .get(PermissionGrants.class)
        .grant(new Grantee.ToGroup(group.id(), group.name()), resource, permission);
  }

  /** Revokes what a user was granted on a project or repository. */
  public void revoke(User user, ResourceId resource) {
    server.get(PermissionGrants.class).revoke(toUser(user), resource);
  }

  /** The secret of a new token of the user that does not expire. */
  public String token(User user, Permission... permissions) {
    return token(new TokenOwner.OfUser(user.id()), null, permissions).secret();
  }

  /** A new token. */
  public NewToken token(TokenOwner owner, @Nullable Duration life, Permission... permissions) {
    return server
        .get(AccessTokens.class)
        .create(owner, "test token", TokenPermissions.of(Arrays.asList(permissions)), life);
  }

  /** The user as a caller of this moment, signed in by password. */
  public Caller caller(User user) {
    User now = user(user.name());
    return authenticate(new Credential.Session(now.id(), now.stamp())).caller();
  }

  /** Nobody, as a caller of this moment. */
  public Caller anonymous() {
    return authenticate(new Credential.None()).caller();
  }

  /** The system administrator, as a caller of this moment. */
  public Caller admin() {
    return caller(user(TestingServer.ADMIN));
  }

  private Authenticated authenticate(Credential credential) {
    try {
      return server.get(Authenticator.class).authenticate(credential, null);
    } catch (AuthenticationFailedException e) {
      throw new AssertionError(credential + " was refused", e);
    }
  }

  private static Grantee.ToUser toUser(User user) {
    return new Grantee.ToUser(user.id(), user.name());
  }
}
