package org.packhouse.app.identity.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.mail.Mail;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class PasswordLinksTest {

  private static final String FORMER = "a-password-that-was";
  private static final String CHOSEN = "a-password-to-come";
  private static final Duration LIFE = Duration.ofMinutes(10);

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final PasswordLinks links = server.get(PasswordLinks.class);
  private final ForgottenPasswords forgotten = server.get(ForgottenPasswords.class);
  private final Passwords passwords = server.get(Passwords.class);
  private final Accounts accounts = server.get(Accounts.class);
  private final JdbcClient sql = server.get(JdbcClient.class);
  private final User user = people.createUser(TestingPeople.uniqueName("forgetful"), FORMER);

  @Test
  void aLinkSetsThePasswordOfItsUserOnce() {
    User other = people.createUser(TestingPeople.uniqueName("bystander"), FORMER);
    String token = token(user);
    assertThat(links.find(token)).map(User::id).hasValue(user.id());

    assertThat(links.use(token, CHOSEN)).map(User::id).hasValue(user.id());

    assertThat(hasPassword(user, CHOSEN)).isTrue();
    assertThat(hasPassword(user, FORMER)).isFalse();
    assertThat(hasPassword(other, FORMER)).isTrue();
    assertThat(links.find(token)).isEmpty();
    assertThat(links.use(token, "another-password-to-come")).isEmpty();
    assertThat(hasPassword(user, CHOSEN)).isTrue();
  }

  @Test
  void ofThoseWhoUseALinkAtOnceOneSucceeds() throws Exception {
    String token = token(user);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<User>>> all =
          IntStream.range(0, 4)
              .mapToObj(i -> threads.submit(() -> links.use(token, CHOSEN + i)))
              .toList();
      int used = 0;
      for (Future<Optional<User>> each : all) {
        used += each.get().isPresent() ? 1 : 0;
      }
      assertThat(used).isEqualTo(1);
    }
    assertThat(IntStream.range(0, 4).filter(i -> hasPassword(user, CHOSEN + i))).hasSize(1);
  }

  @Test
  void aLinkExpires() {
    String token = token(user);
    sql.sql("update password_link set expires_at = now() where user_id = ?")
        .param(user.id())
        .update();

    assertThat(links.find(token)).isEmpty();
    assertThat(links.use(token, CHOSEN)).isEmpty();
    assertThat(hasPassword(user, FORMER)).isTrue();

    links.purge();
    assertThat(linksOf(user)).isZero();
  }

  @Test
  void aNewLinkVoidsTheFormerOneOfTheSameUserAlone() {
    User other = people.createUser(TestingPeople.uniqueName("neighbour"), FORMER);
    String ofOther = token(other);
    String former = token(user);
    String present = token(user);

    assertThat(links.find(former)).isEmpty();
    assertThat(links.use(former, CHOSEN)).isEmpty();
    assertThat(links.find(present)).map(User::id).hasValue(user.id());
    assertThat(links.find(ofOther)).map(User::id).hasValue(other.id());
    assertThat(linksOf(user)).isEqualTo(1);
  }

  @Test
  void aLinkIsVoidAfterANewPassword() {
    String token = token(user);
    passwords.set(user, CHOSEN);
    assertThat(links.find(token)).isEmpty();
    assertThat(links.use(token, FORMER)).isEmpty();
    assertThat(hasPassword(user, CHOSEN)).isTrue();
  }

  @Test
  void aLinkIsVoidAfterAChangeOfTheAddressThatItWasMailedTo() {
    String token = token(user);
    accounts.describe(user, "Renamed");
    accounts.describe(user, "Renamed", String.valueOf(user.emailAddress()));
    assertThat(links.find(token)).as("the address is the same").isPresent();

    accounts.describe(user, "Renamed", "moved-" + user.emailAddress());

    assertThat(links.find(token)).isEmpty();
    assertThat(links.use(token, CHOSEN)).isEmpty();
    assertThat(hasPassword(user, FORMER)).isTrue();
  }

  @Test
  void aLinkIsVoidWhileItsUserMayNotSignInAndGoneWithTheUser() {
    String token = token(user);
    accounts.activate(user, false);
    assertThat(links.find(token)).isEmpty();
    assertThat(links.use(token, CHOSEN)).isEmpty();

    User active = accounts.activate(user, true);
    String second = token(active);
    assertThat(links.find(second)).isPresent();
    accounts.delete(active);
    assertThat(links.find(second)).isEmpty();
    assertThat(linksOf(user)).isZero();
  }

  @Test
  void aRefusedPasswordKeepsTheLink() {
    String token = token(user);
    assertThatThrownBy(() -> links.use(token, "short")).isInstanceOf(InvalidFieldException.class);
    assertThatThrownBy(() -> links.use(token, user.name()))
        .isInstanceOf(InvalidFieldException.class);
    assertThat(links.use(token, CHOSEN)).isPresent();
  }

  @Test
  void textThatIsNoTokenFindsNobody() {
    for (String text : List.of("", "none", "x".repeat(101))) {
      assertThat(links.find(text)).as(text).isEmpty();
      assertThat(links.use(text, CHOSEN)).as(text).isEmpty();
    }
  }

  @Test
  void theMailCarriesALinkThatNoRowHolds() {
    forgotten.send(user);
    forgotten.send(user);
    assertThat(mailsOf(user)).as("two if five minutes ended meanwhile").hasSizeBetween(1, 2);
    assertThat(mailsOf(user)).containsOnly("");

    Mail mail = forgotten.compose(user, List.of("")).orElseThrow();
    String url = mail.text().lines().filter(it -> it.contains("?token=")).findFirst().orElseThrow();
    String token = url.substring(url.indexOf('=') + 1).strip();
    assertThat(mail.html()).contains(token);
    assertThat(mail.text()).contains(user.name());
    assertThat(mail.to()).isNull();
    assertThat(links.use(token, CHOSEN)).map(User::id).hasValue(user.id());
  }

  @Test
  void nobodyWithoutAnAddressIsSentALink() {
    User none = accounts.describe(user, "Nowhere", null);
    assertThat(forgotten.canSend(none)).isFalse();
    for (String typed : List.of("", " ", user.name(), "nobody-of-that-name", "a\0b")) {
      forgotten.ask(typed);
    }
    assertThat(mailsOf(user)).isEmpty();
  }

  private String token(User owner) {
    String url = links.make(owner, LIFE);
    assertThat(url).contains("/reset-password?token=");
    return url.substring(url.indexOf('=') + 1);
  }

  private boolean hasPassword(User owner, String password) {
    User present = people.user(owner.name());
    boolean right = passwords.matches(present, password, "");
    passwords.forgetFailures(present);
    return right;
  }

  private long linksOf(User owner) {
    return sql.sql("select count(*) from password_link where user_id = ?")
        .param(owner.id())
        .query(Long.class)
        .single();
  }

  private List<String> mailsOf(User owner) {
    return sql.sql("select payload from mail_message where user_id = ? and kind = 'password-link'")
        .param(owner.id())
        .query((row, _) -> row.getString("payload"))
        .list();
  }
}
