package org.packhouse.app.identity.signin;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.StoredKey;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.identity.password.FailedLogins;
import org.packhouse.app.identity.password.FailedLogins.Attempt;
import org.packhouse.app.identity.password.FamiliarAddresses;
import org.packhouse.app.identity.password.PasswordCheck;
import org.packhouse.app.identity.password.SignInParts;
import org.packhouse.app.identity.password.TooManySignInsException;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Caller.ResourceBound;
import org.packhouse.app.identity.permission.Caller.SignedIn;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.session.AuthSettings;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.session.SignInAudit;
import org.packhouse.app.identity.token.StoredToken;
import org.packhouse.app.identity.token.TokenText;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/**
 * Turns a credential into a caller. Reads user stamp, permission stamp and, if a repository is
 * named, its row and ref version in one statement; a password's slow hash is computed only when the
 * credential was not verified within the last minutes under the user's present stamp.
 */
@Component
public class Authenticator {

  /**
   * A caller, and the repository that is asked for. {@code repository} is null if none was named or
   * none is there.
   */
  public record Authenticated(Caller caller, @Nullable FreshRepository repository) {}

  /** A repository as a URL names it, in any case, without {@code .git}. */
  public record RepositoryPath(String projectKey, String slug) {}

  /**
   * A repository as of this request.
   *
   * @param rowStamp another one after every change of its row or of its project's
   */
  public record FreshRepository(long repositoryId, long refVersion, long rowStamp) {}

  /** The name that goes with a project's or repository's token in Basic authentication. */
  private static final String TOKEN_NAME = "x-token-auth";

  private static final int MAX_NAME_LENGTH = 255;
  private static final int MAX_SECRET_LENGTH = 1024;

  private final Freshness freshness;
  private final Permissions permissions;
  private final PasswordCheck check;
  private final FailedLogins failedLogins;
  private final FamiliarAddresses familiar;
  private final SignInAudit audit;
  private final LastUse lastUse;
  private final Clock clock;
  private final CredentialMemory memory;

  public Authenticator(
      Freshness freshness,
      Permissions permissions,
      SignInParts parts,
      LastUse lastUse,
      AuthSettings settings,
      Clock clock) {
    this.freshness = freshness;
    this.permissions = permissions;
    this.check = parts.check();
    this.failedLogins = parts.failures();
    this.familiar = parts.familiar();
    this.audit = parts.audit();
    this.lastUse = lastUse;
    this.clock = clock;
    memory = new CredentialMemory(settings.credentialMemory(), Ticker.systemTicker());
  }

  /**
   * Authenticates.
   *
   * @param path the repository that the request names; null if none
   * @throws AuthenticationFailedException if the credential is wrong, expired, blocked, or its user
   *     is not active or holds no {@code LICENSED_USER}
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
    Freshness.Common fresh = freshness.ofNobody(path);
    return new Authenticated(new Caller.Anonymous(fresh.permissionStamp()), fresh.repository());
  }

  /** An empty password is what clients send before they ask for one: it is no attempt. */
  private Authenticated byPassword(
      String name, String password, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    if (password.isEmpty()
        || name.length() > MAX_NAME_LENGTH
        || password.length() > MAX_SECRET_LENGTH
        || !isStorable(name)) {
      throw AuthenticationFailedException.wrongCredential();
    }
    Authenticated again = byRecentPassword(name, password, network, path);
    return again == null ? byFullPassword(name, password, network, path) : again;
  }

  /**
   * The following requests of a clone or a page: all that is asked is whether the user is still the
   * one of seconds ago. Null: more has to be asked.
   */
  private @Nullable Authenticated byRecentPassword(
      String name, String password, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    CredentialMemory.SignIn recent =
        failedLogins.hasCounted(name) ? null : memory.recent(name, network, password);
    if (recent == null) {
      return null;
    }
    Freshness.ById fresh = freshness.ofId(recent.userId(), path);
    User user = fresh.user();
    return user != null && recent.isOf(user, name) ? admit(fresh.common(), user, null) : null;
  }

  private Authenticated byFullPassword(
      String name, String password, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    Freshness.ByName fresh = freshness.ofName(name, network, path);
    User user = fresh.user();
    Attempt attempt = Attempt.of(name, network, fresh.familiar());
    if (user == null || fresh.passwordHash() == null || !memory.knows(user, password)) {
      checkSlowly(fresh, attempt, password);
    } else {
      if (fresh.failed()) {
        failedLogins.forgive(attempt);
      }
      if (!fresh.familiar()) {
        audit.newAddress(user, network);
        familiar.add(user, network);
      }
    }
    Authenticated admitted = admit(fresh.common(), user, null);
    if (user != null) {
      memory.remember(user, name, network, password);
    }
    return admitted;
  }

  /** Whoever has to wait is not tried: what memory knows was let in before. */
  private void checkSlowly(Freshness.ByName fresh, Attempt attempt, String password)
      throws AuthenticationFailedException {
    try {
      failedLogins.check(fresh.blockedUntil());
      User user = fresh.user();
      boolean right =
          user == null
              ? check.isRight(attempt, password, null)
              : memory.verify(
                  user, password, () -> check.isRight(attempt, password, fresh.passwordHash()));
      if (user == null || !right) {
        audit.refused(user, attempt.network());
        throw AuthenticationFailedException.wrongCredential();
      }
      if (!attempt.familiar()) {
        audit.newAddress(user, attempt.network());
      }
      familiar.add(user, attempt.network());
      lastUse.ofAccount(user);
    } catch (TooManySignInsException e) {
      AuthenticationFailedException refusal = AuthenticationFailedException.tooMany(e);
      refusal.initCause(e);
      throw refusal;
    }
  }

  private Authenticated byToken(
      String text, @Nullable String name, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    if (!TokenText.isToken(text)) {
      throw AuthenticationFailedException.wrongCredential();
    }
    Freshness.ByToken fresh = freshness.ofToken(TokenText.hash(text), network, path);
    StoredToken token = fresh.token();
    if (token == null || token.isExpired(clock.instant()) || !fits(name, fresh.user())) {
      throw AuthenticationFailedException.wrongCredential();
    }
    lastUse.ofToken(token);
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
    Freshness.ByKey fresh = freshness.ofKey(fingerprint, path);
    StoredKey key = fresh.key();
    if (key == null || key.isExpired(clock.instant())) {
      throw AuthenticationFailedException.wrongCredential();
    }
    if (fresh.user() != null) {
      lastUse.ofKey(key);
      return admit(fresh.common(), fresh.user(), null);
    }
    if (key.admittedBy().isEmpty()) {
      throw AuthenticationFailedException.wrongCredential();
    }
    lastUse.ofKey(key);
    return bound("access-key:" + key.id(), key.admittedBy(), fresh.common());
  }

  private Authenticated bySession(long userId, long stamp, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    Freshness.ById fresh = freshness.ofId(userId, path);
    if (fresh.user() == null || fresh.user().stamp() != stamp) {
      throw AuthenticationFailedException.wrongCredential();
    }
    return admit(fresh.common(), fresh.user(), null);
  }

  private Authenticated admit(
      Freshness.Common fresh, @Nullable User user, Caller.@Nullable TokenLimit limit)
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
      String name, Map<ResourceId, Permission> grants, Freshness.Common fresh) {
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
    return isStorable(path.projectKey()) && isStorable(path.slug());
  }

  /** PostgreSQL refuses NUL and halves of characters: nothing is called so. */
  private static boolean isStorable(String text) {
    return text.codePoints()
        .noneMatch(it -> it == 0 || Character.getType(it) == Character.SURROGATE);
  }
}
