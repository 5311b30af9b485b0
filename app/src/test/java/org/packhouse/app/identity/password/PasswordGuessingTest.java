package org.packhouse.app.identity.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.packhouse.app.identity.signin.AuthenticationFailedException.Reason.TOO_MANY_FAILURES;
import static org.packhouse.app.identity.signin.AuthenticationFailedException.Reason.WRONG_CREDENTIAL;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.identity.key.KeyRows;
import org.packhouse.app.identity.password.FailedLogins.Attempt;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.session.AuthSettings;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.session.SignInAudit;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.signin.AuthenticationFailedException.Reason;
import org.packhouse.app.identity.signin.Authenticator;
import org.packhouse.app.identity.signin.CredentialLookup;
import org.packhouse.app.identity.signin.LastSignIns;
import org.packhouse.app.identity.signin.PasswordSignIn;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Guesses of passwords: how far they get, and what the owner of the name notices of them. */
class PasswordGuessingTest {

  private static final String PASSWORD = "correct horse battery";
  private static final String HOME = "198.51.100.7";
  private static final AuthSettings SETTINGS =
      new AuthSettings(5, 100, Duration.ofMinutes(30), Duration.ofDays(30));

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Authenticator authenticator = server.get(Authenticator.class);
  private final User user = people.createUser(TestingPeople.uniqueName("guess"), PASSWORD);
  private final String elsewhere = "2001:db8:%x:1::1".formatted(user.id() & 0xffff);

  @Test
  void guessesAtOnceAreNoMoreThanOneAfterTheOther()
      throws InterruptedException, ExecutionException {
    List<Future<Boolean>> guesses = new ArrayList<>();
    try (ExecutorService guessers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 40; i++) {
        String guess = "guess number " + i;
        guesses.add(
            guessers.submit(() -> failure(user.name(), guess, elsewhere) == WRONG_CREDENTIAL));
      }
    }
    int looked = 0;
    for (Future<Boolean> guess : guesses) {
      looked += guess.get() ? 1 : 0;
    }
    assertThat(looked).isBetween(5, 8);
  }

  @Test
  void anEmptyPasswordIsNoAttempt() {
    for (int i = 0; i < 20; i++) {
      assertThat(failure(user.name(), "", elsewhere)).isEqualTo(WRONG_CREDENTIAL);
    }
    assertThat(failure(user.name(), PASSWORD, elsewhere)).isNull();
  }

  @Test
  void whoGuessesElsewhereLocksNobodyOutOfWhereTheyWereBefore() {
    assertThat(failure(user.name(), PASSWORD, HOME)).isNull();
    guessUntilRefused(elsewhere);
    assertThat(freshServerSays(HOME)).isNull();
    assertThat(freshServerSays(elsewhere)).isEqualTo(TOO_MANY_FAILURES);
  }

  @Test
  void whoeverIsLetInByMemoryIsForgottenAsAFailure() {
    assertThat(failure(user.name(), PASSWORD, HOME)).isNull();
    guessUntilRefused(HOME);
    assertThat(failure(user.name(), PASSWORD, HOME)).isNull();
    assertThat(freshServerSays(HOME)).isNull();
  }

  @Test
  void anOldPasswordThatAProgramTriesOnceAMinuteKeepsNobodyOut() {
    SteppedClock clock = new SteppedClock();
    FailedLogins failures = failures(clock);
    Attempt attempt = Attempt.of(user.name(), HOME, true);
    for (int minute = 0; minute < 60; minute++) {
      failures.reserve(attempt);
      clock.now = clock.now.plus(Duration.ofMinutes(1));
    }
    failures.reserve(attempt);
    clock.now = clock.now.plus(Duration.ofSeconds(10));
    failures.reserve(attempt);
    failures.takeBack(attempt);
  }

  @Test
  void strangersOfOneNetworkAreCountedTogetherWhateverTheNames() {
    SteppedClock clock = new SteppedClock();
    clock.now = clock.now.plus(Duration.ofHours(1));
    FailedLogins failures = failures(clock);
    String prefix = TestingPeople.uniqueName("stranger");
    String network = ClientNetwork.of(elsewhere);
    for (int i = 0; i < 100; i++) {
      failures.reserve(Attempt.of(prefix + i, network, false));
    }
    assertThatThrownBy(() -> failures.reserve(Attempt.of(prefix + "more", network, false)))
        .isInstanceOf(TooManySignInsException.class);
    assertThat(failure(user.name(), PASSWORD, elsewhere)).isEqualTo(TOO_MANY_FAILURES);
    assertThat(failure(user.name(), PASSWORD, elsewhere.replace("1::1", "1::ffff:2")))
        .isEqualTo(TOO_MANY_FAILURES);
    assertThat(failure(user.name(), PASSWORD, HOME)).isNull();
    assertThat(failure(user.name(), PASSWORD, HOME)).isNull();
  }

  @Test
  void whoSignsInRightIsNoFailureOfTheNetwork() {
    FailedLogins failures = failures(new SteppedClock());
    for (int i = 0; i < 250; i++) {
      Attempt attempt = Attempt.of(user.name(), ClientNetwork.of(elsewhere), false);
      failures.reserve(attempt);
      failures.takeBack(attempt);
    }
  }

  @Test
  void theOldPasswordAtAChangeCountsToo() {
    TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);
    int status = 0;
    for (int i = 0; i < 20 && status != 429; i++) {
      status =
          rest.put(
                  "users/credentials",
                  "{'oldPassword':'guess','password':'new and long','passwordConfirm':'new and"
                      + " long'}")
              .status();
    }
    assertThat(status).isEqualTo(429);
  }

  @Test
  void onlySomeHashesAreComputedAtOnceAndOnlySomeWait()
      throws InterruptedException, ExecutionException {
    PasswordHashes hashes = new PasswordHashes(1, 1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    List<Future<Boolean>> refused = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> first =
          callers.submit(() ->
              hashes.matches(
                  PASSWORD,
                  null,
                  () -> {
                    begun.countDown();
                    awaitUninterrupted(end);
                  }));
      begun.await();
      for (int i = 0; i < 5; i++) {
        refused.add(callers.submit(() -> isRefused(hashes)));
      }
      try {
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> refused.stream().filter(Future::isDone).count() == 4);
      } finally {
        end.countDown();
      }
      assertThat(first.get()).isFalse();
    }
    int count = 0;
    for (Future<Boolean> each : refused) {
      count += each.get() ? 1 : 0;
    }
    assertThat(count).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1,192.0.2.1",
    "::ffff:192.0.2.1,192.0.2.1",
    "2001:db8:0:1::1,20010db800000001/64",
    "2001:db8:0:1:ffff::%eth0,20010db800000001/64",
    "proxy.example,proxy.example",
    "'',''"
  })
  void namesNetworks(String address, String network) {
    assertThat(ClientNetwork.of(address)).isEqualTo(network);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isRefused(PasswordHashes hashes) {
    try {
      hashes.matches(PASSWORD, null, () -> {});
      return false;
    } catch (TooManySignInsException e) {
      return true;
    }
  }

  private void guessUntilRefused(String address) {
    Reason reason = WRONG_CREDENTIAL;
    for (int i = 0; i < 20 && reason == WRONG_CREDENTIAL; i++) {
      reason = failure(user.name(), "guess " + i, address);
    }
    assertThat(reason).isEqualTo(TOO_MANY_FAILURES);
    server
        .get(JdbcClient.class)
        .sql("update login_failure set blocked_until = now() + interval '1 hour' where name = ?")
        .param(user.name())
        .update();
  }

  /** What a node says that remembers nobody. */
  private @Nullable Reason freshServerSays(String address) {
    Authenticator forgetful =
        new Authenticator(
            server.get(CredentialLookup.class),
            server.get(Permissions.class),
            new PasswordSignIn(
                server.get(CredentialLookup.class),
                server.get(PasswordCheck.class),
                server.get(FailedLogins.class),
                server.get(FamiliarAddresses.class),
                server.get(SignInAudit.class),
                server.get(LastSignIns.class),
                new Caches(new SimpleMeterRegistry())),
            server.get(AccessTokens.class),
            server.get(KeyRows.class),
            server.get(SignInAudit.class),
            Clock.systemUTC());
    return failure(forgetful, user.name(), PASSWORD, address);
  }

  private @Nullable Reason failure(String name, String password, String address) {
    return failure(authenticator, name, password, address);
  }

  private static @Nullable Reason failure(
      Authenticator authenticator, String name, String password, String address) {
    try {
      authenticator.authenticate(new Credential.Basic(name, password, address), null);
      return null;
    } catch (AuthenticationFailedException e) {
      return e.reason();
    }
  }

  private FailedLogins failures(Clock clock) {
    return new FailedLogins(
        server.get(JdbcClient.class),
        server.get(TransactionTemplate.class),
        SETTINGS,
        clock,
        new Caches(new SimpleMeterRegistry()));
  }

  private static final class SteppedClock extends Clock {

    private Instant now = Instant.now();

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
