package org.packhouse.app.identity.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.mail.Mail;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.AlreadyExistsException;
import org.packhouse.app.identity.user.OtherAddress;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Links that confirm addresses, of a server that sends no mail: the test composes what is due. */
class AddressConfirmationTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final AddressLinks links = server.get(AddressLinks.class);
  private final OtherAddresses addresses = server.get(OtherAddresses.class);
  private final JdbcClient sql = server.get(JdbcClient.class);
  private final TransactionTemplate transaction = server.get(TransactionTemplate.class);
  private final User user = user("writer");
  private final String address = TestingPeople.uniqueName("Inbox") + "@example.org";

  @Test
  void aLinkConfirmsItsAddressOnce() {
    links.add(user, address);
    assertThat(payloadsOf(user)).containsExactly(address);
    String token = tokenMailedTo(user, address);
    assertThat(links.find(user, token)).map(OtherAddress::address).hasValue(address);
    assertThat(addresses.confirmedOf(user)).doesNotContain(address);

    assertThat(links.confirm(user, token)).map(OtherAddress::confirmed).hasValue(true);

    assertThat(addresses.confirmedOf(user)).contains(address);
    assertThat(links.find(user, token)).isEmpty();
    assertThat(links.confirm(user, token)).isEmpty();
    assertThat(people.user(user.name()).emailAddress()).isEqualTo(user.emailAddress());
  }

  @Test
  void ofThoseWhoOpenALinkAtOnceOneConfirms() throws Exception {
    addPrimary(address);
    String token = tokenMailedTo(user, address);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<OtherAddress>>> all =
          IntStream.range(0, 6)
              .mapToObj(i -> threads.submit(() -> links.confirm(user, token)))
              .toList();
      int confirmed = 0;
      for (Future<Optional<OtherAddress>> each : all) {
        confirmed += each.get().isPresent() ? 1 : 0;
      }
      assertThat(confirmed).isEqualTo(1);
    }
    assertThat(people.user(user.name()).emailAddress()).isEqualTo(address);
    assertThat(auditOf(user, "user.email-address-confirmed")).isEqualTo(1);
  }

  @Test
  void aLinkExpiresAndANewOneVoidsIt() {
    links.add(user, address);
    String former = tokenMailedTo(user, address);
    String present = tokenMailedTo(user, address.toUpperCase(Locale.ROOT));
    assertThat(links.find(user, former)).isEmpty();
    assertThat(links.confirm(user, former)).isEmpty();

    sql.sql("update user_email_address set expires_at = now() where user_id = ?")
        .param(user.id())
        .update();

    assertThat(links.find(user, present)).isEmpty();
    assertThat(links.confirm(user, present)).isEmpty();
    assertThat(addresses.confirmedOf(user)).doesNotContain(address);
  }

  @Test
  void aLinkIsOfNoUseToAnotherUser() {
    User thief = user("thief");
    links.add(user, address);
    links.add(thief, address);
    String token = tokenMailedTo(user, address);
    tokenMailedTo(thief, address);

    assertThat(links.find(thief, token)).isEmpty();
    assertThat(links.confirm(thief, token)).isEmpty();
    assertThat(addresses.confirmedOf(thief)).doesNotContain(address);
    assertThat(links.confirm(user, token)).isPresent();
  }

  @Test
  void anAddressThatAnotherUserHasConfirmedStaysTheirs() {
    User first = user("first");
    links.add(user, address);
    links.add(first, address.toUpperCase(Locale.ROOT));
    String late = tokenMailedTo(user, address);
    String early = tokenMailedTo(first, address);
    assertThat(links.confirm(first, early)).isPresent();

    assertThatThrownBy(() -> links.confirm(user, late))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(address + " is confirmed for an account already.");
    assertThat(addresses.confirmedOf(user)).doesNotContain(address);
    assertThat(addresses.confirmedOf(first)).contains(address);
  }

  @Test
  void anotherPrimaryAddressVoidsTheLinkToTheOneBefore() {
    String second = "second-" + address;
    addPrimary(address);
    String former = tokenMailedTo(user, address);
    addPrimary(second);
    String present = tokenMailedTo(user, second);

    assertThat(links.confirm(user, former)).isEmpty();
    assertThat(links.compose(user, List.of(address))).as("nobody waits for it").isEmpty();
    assertThat(links.confirm(user, present)).isPresent();

    assertThat(people.user(user.name()).emailAddress()).isEqualTo(second);
    assertThat(addresses.of(people.user(user.name())))
        .extracting(OtherAddress::address)
        .containsExactly(user.emailAddress());
  }

  @Test
  void aLinkIsVoidOnceItsAddressIsRemovedOrSetByAnAdministrator() {
    OtherAddress added = links.add(user, address);
    String token = tokenMailedTo(user, address);
    assertThat(addresses.remove(user, added.id())).isTrue();
    assertThat(links.confirm(user, token)).isEmpty();

    links.add(user, address);
    String again = tokenMailedTo(user, address);
    server.get(Accounts.class).describe(user, user.displayName(), address);
    assertThat(links.confirm(user, again)).isEmpty();
    assertThat(addresses.confirmedOf(user)).contains(address);
    assertThat(links.compose(user, List.of(address))).as("it is confirmed").isEmpty();
  }

  @Test
  void textThatIsNoTokenConfirmsNothing() {
    links.add(user, address);
    for (String text : List.of("", "none", "x".repeat(101))) {
      assertThat(links.find(user, text)).as(text).isEmpty();
      assertThat(links.confirm(user, text)).as(text).isEmpty();
    }
  }

  @Test
  void theFormerAddressIsToldWhereMailGoes() {
    User moved = server.get(Accounts.class).describe(user, user.displayName(), address);
    String former = String.valueOf(user.emailAddress());
    Mail mail = server.get(AddressNotices.class).compose(moved, List.of(former)).orElseThrow();
    assertThat(mail.to()).isEqualTo(former);
    assertThat(mail.text()).contains("went to " + former, "It goes to " + address + " now.");
  }

  private User user(String prefix) {
    return people.createUser(TestingPeople.uniqueName(prefix), "a-password-of-links");
  }

  private void addPrimary(String primary) {
    transaction.executeWithoutResult(_ -> addresses.addPrimary(user, primary));
  }

  private String tokenMailedTo(User recipient, String to) {
    Mail mail = links.compose(recipient, List.of(to)).orElseThrow();
    assertThat(mail.to()).isEqualTo(to);
    String url =
        mail.text().lines().filter(line -> line.contains("?token=")).findFirst().orElseThrow();
    return url.substring(url.indexOf('=') + 1).strip();
  }

  private List<String> payloadsOf(User recipient) {
    return sql.sql("select payload from mail_message where user_id = ? and kind = 'address-link'")
        .param(recipient.id())
        .query((row, _) -> row.getString("payload"))
        .list();
  }

  private long auditOf(User subject, String action) {
    return sql.sql(
            "select count(*) from audit_event where lower(subject) = lower(?) and action = ?")
        .params(subject.name(), action)
        .query(Long.class)
        .single();
  }
}
