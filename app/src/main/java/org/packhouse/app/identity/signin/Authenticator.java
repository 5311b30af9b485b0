package org.packhouse.app.identity.signin;

import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.KeyRows;
import org.packhouse.app.identity.key.StoredKey;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Caller.ResourceBound;
import org.packhouse.app.identity.permission.Caller.SignedIn;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.session.SignInAudit;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.RandomSecret;
import org.packhouse.app.identity.token.StoredToken;
import org.packhouse.app.identity.token.TokenText;
import org.packhouse.app.identity.user.NameRules;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/** Authenticates credentials of every kind; all that they need is read in one statement. */
@Component
public class Authenticator {

  /** A caller, and the repository of the request; null if none was named or none exists. */
  public record Authenticated(Caller caller, @Nullable FreshRepository repository) {}

  /** A repository as a URL names it, in any case, without {@code .git}. */
  public record RepositoryPath(String projectKey, String slug) {}

  /** A repository as of this request; its stamp changes with its row or its project's. */
  public record FreshRepository(long repositoryId, long refVersion, long rowStamp) {}

  /** The user name that goes with tokens of projects and repositories in Basic authentication. */
  private static final String TOKEN_NAME = "x-token-auth";

  private final CredentialLookup lookup;
  private final Permissions permissions;
  private final PasswordSignIn passwords;
  private final AccessTokens tokens;
  private final KeyRows keys;
  private final SignInAudit audit;
  private final Clock clock;

  public Authenticator(
      CredentialLookup lookup,
      Permissions permissions,
      PasswordSignIn passwords,
      AccessTokens tokens,
      KeyRows keys,
      SignInAudit audit,
      Clock clock) {
    this.lookup = lookup;
    this.permissions = permissions;
    this.passwords = passwords;
    this.tokens = tokens;
    this.keys = keys;
    this.audit = audit;
    this.clock = clock;
  }

  /**
   * Authenticates a credential.
   *
   * @param path the repository that the request names; null: none
   * @throws AuthenticationFailedException also if the user is not active or not licensed
   */
  public Authenticated authenticate(Credential credential, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    RepositoryPath possible = path != null && isStorable(path) ? path : null;
    return switch (credential) {
      case Credential.None _ -> anonymous(possible);
      case Credential.Basic(String name, String secret, String address) ->
          TokenText.isToken(secret)
              ? byToken(secret, name, ClientNetwork.of(address), possible)
              : byPassword(name, secret, ClientNetwork.of(address), possible);
      case Credential.Bearer(String token, String address) ->
          byToken(token, null, ClientNetwork.of(address), possible);
      case Credential.PublicKey(String fingerprint) -> byKey(fingerprint, possible);
      case Credential.Session(long userId, long stamp) -> bySession(userId, stamp, possible);
    };
  }

  private Authenticated anonymous(@Nullable RepositoryPath path) {
    CredentialLookup.Common fresh = lookup.ofNobody(path);
    return new Authenticated(new Caller.Anonymous(fresh.permissionStamp()), fresh.repository());
  }

  private Authenticated byPassword(
      String name, String password, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    CredentialLookup.ById verified = passwords.verify(name, password, network, path);
    return admit(verified.common(), verified.user(), null);
  }

  private Authenticated byToken(
      String text, @Nullable String name, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    if (!TokenText.isToken(text)) {
      throw AuthenticationFailedException.wrongCredential();
    }
    CredentialLookup.ByToken fresh = lookup.ofToken(RandomSecret.hash(text), network, path);
    StoredToken token = fresh.token();
    if (token == null || token.isExpired(clock.instant()) || !fits(name, fresh.user())) {
      throw AuthenticationFailedException.wrongCredential();
    }
    tokens.noteUse(token);
    if (!fresh.known()) {
      audit.tokenUsed(token, fresh.user(), network);
    }
    if (token.grants().isEmpty()) {
      return admit(fresh.common(), fresh.user(), token.limit());
    }
    return bound("access-token:" + token.id(), token.grants(), fresh.common());
  }

  private Authenticated byKey(String fingerprint, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    CredentialLookup.ByKey fresh = lookup.ofKey(fingerprint, path);
    StoredKey key = fresh.key();
    if (key == null || key.isExpired(clock.instant())) {
      throw AuthenticationFailedException.wrongCredential();
    }
    if (fresh.user() != null) {
      keys.noteUse(key);
      return admit(fresh.common(), fresh.user(), null);
    }
    if (key.admittedBy().isEmpty()) {
      throw AuthenticationFailedException.wrongCredential();
    }
    keys.noteUse(key);
    return bound("access-key:" + key.id(), key.admittedBy(), fresh.common());
  }

  private Authenticated bySession(long userId, long stamp, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    CredentialLookup.ById fresh = lookup.ofId(userId, path);
    if (fresh.user() == null || fresh.user().stamp() != stamp) {
      throw AuthenticationFailedException.wrongCredential();
    }
    return admit(fresh.common(), fresh.user(), null);
  }

  private Authenticated admit(
      CredentialLookup.Common fresh, @Nullable User user, Caller.@Nullable TokenLimit limit)
      throws AuthenticationFailedException {
    if (user == null) {
      throw AuthenticationFailedException.wrongCredential();
    }
    Caller caller = new SignedIn(user, limit, fresh.permissionStamp());
    if (!user.active() || !permissions.test(caller, Permission.LICENSED_USER)) {
      throw AuthenticationFailedException.noAccess();
    }
    return new Authenticated(caller, fresh.repository());
  }

  private static Authenticated bound(
      String name, Map<ResourceId, Permission> grants, CredentialLookup.Common fresh) {
    return new Authenticated(
        new ResourceBound(name, grants, fresh.permissionStamp()), fresh.repository());
  }

  private static boolean fits(@Nullable String name, @Nullable User user) {
    if (name == null || name.equals(TOKEN_NAME)) {
      return true;
    }
    return user != null
        && name.toLowerCase(Locale.ROOT).equals(user.name().toLowerCase(Locale.ROOT));
  }

  private static boolean isStorable(RepositoryPath path) {
    return NameRules.isStorable(path.projectKey()) && NameRules.isStorable(path.slug());
  }
}
