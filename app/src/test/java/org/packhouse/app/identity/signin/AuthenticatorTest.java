package org.packhouse.app.identity.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.packhouse.app.identity.signin.AuthenticationFailedException.Reason.NO_ACCESS;
import static org.packhouse.app.identity.signin.AuthenticationFailedException.Reason.TOO_MANY_FAILURES;
import static org.packhouse.app.identity.signin.AuthenticationFailedException.Reason.WRONG_CREDENTIAL;

import java.time.Duration;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Caller.TokenLimit;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.AuthenticationFailedException.Reason;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;

class AuthenticatorTest {

  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Authenticator authenticator = server.get(Authenticator.class);
  private final User user = people.createUser(TestingPeople.uniqueName("auth"), PASSWORD);

  @Test
  void letsAPasswordInAndNotAnother() throws AuthenticationFailedException {
    assertThat(signIn(user.name(), PASSWORD).user()).isEqualTo(user);
    assertRefused(() -> signIn(user.name(), PASSWORD + "!"), WRONG_CREDENTIAL);
    assertRefused(() -> signIn("nobody-" + user.name(), PASSWORD), WRONG_CREDENTIAL);
  }

  @Test
  void findsNamesWithoutRegardToCase() throws AuthenticationFailedException {
    assertThat(signIn(user.name().toUpperCase(Locale.ROOT), PASSWORD).user()).isEqualTo(user);
  }

  @Test
  void refusesNamesThatNoDatabaseHolds() {
    assertRefused(() -> signIn("a\0b", PASSWORD), WRONG_CREDENTIAL);
    assertRefused(() -> signIn("a\ud800", PASSWORD), WRONG_CREDENTIAL);
    assertRefused(() -> signIn("a".repeat(300), PASSWORD), WRONG_CREDENTIAL);
    assertRefused(() -> signIn("", ""), WRONG_CREDENTIAL);
  }

  @Test
  void aNewPasswordCountsAtOnceAndEndsSessions() throws AuthenticationFailedException {
    signIn(user.name(), PASSWORD);
    server.get(Passwords.class).set(user, "another password");
    assertRefused(() -> signIn(user.name(), PASSWORD), WRONG_CREDENTIAL);
    assertRefused(
        () -> authenticate(new Credential.Session(user.id(), user.stamp())), WRONG_CREDENTIAL);
    assertThat(signIn(user.name(), "another password").user()).isNotNull();
  }

  @Test
  void aDeactivatedUserIsOutAtOnceByEveryCredential() throws AuthenticationFailedException {
    String token = people.token(user, Permission.REPO_READ);
    signIn(user.name(), PASSWORD);
    server.get(Accounts.class).activate(user, false);
    assertRefused(() -> signIn(user.name(), PASSWORD), NO_ACCESS);
    assertRefused(() -> authenticate(new Credential.Bearer(token, "")), NO_ACCESS);
    assertRefused(
        () -> authenticate(new Credential.Session(user.id(), user.stamp())), WRONG_CREDENTIAL);
    server.get(Accounts.class).activate(user, true);
    assertThat(signIn(user.name(), PASSWORD).user()).isNotNull();
  }

  @Test
  void aDeletedUserIsOutAndTheNameGivesNothingBack() throws AuthenticationFailedException {
    String token = people.token(user, Permission.REPO_READ);
    server.get(Accounts.class).delete(user);
    assertRefused(() -> signIn(user.name(), PASSWORD), WRONG_CREDENTIAL);
    server.get(Accounts.class).create(NewUser.person(user.name(), "Somebody else", null));
    assertRefused(() -> signIn(user.name(), PASSWORD), WRONG_CREDENTIAL);
    assertRefused(() -> authenticate(new Credential.Bearer(token, "")), WRONG_CREDENTIAL);
  }

  @Test
  void aNameThatWasGivenUpLetsNobodyInAnyMore() throws AuthenticationFailedException {
    signIn(user.name(), PASSWORD);
    User renamed = server.get(Accounts.class).rename(user, TestingPeople.uniqueName("renamed"));
    assertRefused(() -> signIn(user.name(), PASSWORD), WRONG_CREDENTIAL);
    assertThat(signIn(renamed.name(), PASSWORD).user()).isEqualTo(renamed);
  }

  @Test
  void aUserWithoutLicenceIsNotLetIn() throws AuthenticationFailedException {
    Groups groups = server.get(Groups.class);
    signIn(user.name(), PASSWORD);
    groups.remove(groups.findByName(Groups.DEFAULT).orElseThrow(), user);
    assertRefused(() -> signIn(user.name(), PASSWORD), NO_ACCESS);
  }

  @Test
  void aTokenCarriesItsLimit() throws AuthenticationFailedException {
    String token = people.token(user, Permission.PROJECT_READ, Permission.REPO_WRITE);
    Caller.SignedIn caller = (Caller.SignedIn) authenticate(new Credential.Bearer(token, ""));
    assertThat(caller.user()).isEqualTo(user);
    assertThat(caller.limit())
        .isEqualTo(
            new TokenLimit(
                Permission.LICENSED_USER, Permission.PROJECT_READ, Permission.REPO_WRITE));
  }

  @Test
  void aTokenStandsInThePasswordsPlaceOfItsUserOnly() throws AuthenticationFailedException {
    String token = people.token(user, Permission.REPO_READ);
    User other = people.createUser(TestingPeople.uniqueName("other"), PASSWORD);
    assertThat(signIn(user.name(), token).user()).isEqualTo(user);
    assertThat(signIn("x-token-auth", token).user()).isEqualTo(user);
    assertRefused(() -> signIn(other.name(), token), WRONG_CREDENTIAL);
  }

  @Test
  void aRevokedTokenIsWorthlessAtOnce() throws AuthenticationFailedException {
    TokenOwner owner = new TokenOwner.OfUser(user.id());
    NewToken token = people.token(owner, null, Permission.REPO_READ);
    authenticate(new Credential.Bearer(token.secret(), ""));
    server.get(AccessTokens.class).revoke(owner, token.token().id());
    assertRefused(() -> authenticate(new Credential.Bearer(token.secret(), "")), WRONG_CREDENTIAL);
  }

  @Test
  void anExpiredTokenIsWorthless() {
    NewToken token =
        people.token(
            new TokenOwner.OfUser(user.id()), Duration.ofSeconds(-1), Permission.REPO_READ);
    assertRefused(() -> authenticate(new Credential.Bearer(token.secret(), "")), WRONG_CREDENTIAL);
  }

  @Test
  void failuresSlowAGuesserDownButNotWhoWasLetInBefore() throws AuthenticationFailedException {
    signIn(user.name(), PASSWORD);
    for (int i = 0; i < 5; i++) {
      assertRefused(() -> signIn(user.name(), "guess"), WRONG_CREDENTIAL);
    }
    assertThatThrownBy(() -> signIn(user.name(), "guess"))
        .isInstanceOfSatisfying(
            AuthenticationFailedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(TOO_MANY_FAILURES);
              assertThat(e.retryAfter()).isPositive();
            });
    assertThat(signIn(user.name(), PASSWORD).user()).isEqualTo(user);
    String token = people.token(user, Permission.REPO_READ);
    assertThat(signIn(user.name(), token).user()).isEqualTo(user);
  }

  @Test
  void aBlockedNameIsNotTriedEvenWithTheRightPassword() throws AuthenticationFailedException {
    for (int i = 0; i < 5; i++) {
      assertRefused(() -> signIn(user.name(), "guess"), WRONG_CREDENTIAL);
    }
    assertRefused(() -> signIn(user.name(), PASSWORD), TOO_MANY_FAILURES);
    server.get(Passwords.class).forgetFailures(user);
    assertThat(signIn(user.name(), PASSWORD).user()).isEqualTo(user);
  }

  private Caller signIn(String name, String secret) throws AuthenticationFailedException {
    return authenticate(new Credential.Basic(name, secret, "192.0.2.1"));
  }

  private Caller authenticate(Credential credential) throws AuthenticationFailedException {
    return authenticator.authenticate(credential, null).caller();
  }

  private static void assertRefused(ThrowingCallable call, Reason reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AuthenticationFailedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }
}
