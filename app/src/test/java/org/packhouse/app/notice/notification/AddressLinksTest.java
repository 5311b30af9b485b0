package org.packhouse.app.notice.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.packhouse.app.identity.address.AddressLinks;
import org.packhouse.app.identity.recovery.ForgottenPasswords;
import org.packhouse.app.identity.user.AlreadyExistsException;
import org.packhouse.app.identity.user.OtherAddress;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.PrimaryAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AddressLinksTest {

  private static final String PASSWORD = "a-password-of-addresses";
  private static final String PAGE = "/account/addresses";
  private static final Pattern LINK = Pattern.compile("(/account/addresses/confirm\\?token=\\S+)");

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final UserLists lists = server.get(UserLists.class);
  private final OtherAddresses addresses = server.get(OtherAddresses.class);
  private TestingMailServer mail;

  @BeforeAll
  void start() {
    mail = new TestingMailServer();
    String json =
        "{'hostname':'127.0.0.1','port':%d,'senderAddress':'git@example.org'}"
            .formatted(mail.port());
    assertThat(admin.put("admin/mail-server", json).status()).isEqualTo(200);
  }

  @AfterAll
  void stop() {
    admin.delete("admin/mail-server");
    mail.close();
  }

  @Test
  void anAddressCountsOnceItsOwnerHasOpenedTheLinkThatWasMailedThere() throws Exception {
    User ada = user("ada");
    String address = TestingPeople.uniqueName("Work") + "@example.org";
    try (TestingBrowser browser = TestingBrowser.of(server, ada.name(), PASSWORD)) {
      assertThat(browser.submit(PAGE, PAGE, "address", address).body()).contains("Not confirmed");
      String link = linkMailedTo(address);
      assertThat(owner(address)).isNull();

      HttpResponse<String> asked = browser.get(link);
      assertThat(asked.statusCode()).isEqualTo(200);
      assertThat(asked.body()).contains(address);
      assertThat(owner(address)).as("a link that was only looked at").isNull();

      String token = link.substring(link.indexOf('=') + 1);
      HttpResponse<String> confirmed = browser.submit(link, PAGE + "/confirm", "token", token);
      assertThat(confirmed.body()).contains(address + " is confirmed");
      assertThat(owner(address)).isEqualTo(ada.name());
      assertThat(owner(address.toUpperCase(Locale.ROOT))).isEqualTo(ada.name());
      assertThat(browser.get(link).statusCode()).as("used before").isEqualTo(400);
    }
    assertThat(people.user(ada.name()).emailAddress()).isEqualTo(ada.emailAddress());
  }

  @Test
  void aLinkIsOfNoUseToSomebodyElseOrWhenItIsOld() throws Exception {
    User bo = user("bo");
    User thief = user("thief");
    String address = TestingPeople.uniqueName("stolen") + "@example.org";
    try (TestingBrowser browser = TestingBrowser.of(server, bo.name(), PASSWORD);
        TestingBrowser other = TestingBrowser.of(server, thief.name(), PASSWORD)) {
      browser.submit(PAGE, PAGE, "address", address);
      String link = linkMailedTo(address);
      String token = link.substring(link.indexOf('=') + 1);
      assertThat(other.get(link).statusCode()).isEqualTo(400);
      assertThat(other.submit(PAGE, PAGE + "/confirm", "token", token).statusCode()).isEqualTo(400);
      assertThat(owner(address)).isNull();
      server
          .get(JdbcClient.class)
          .sql("update user_email_address set expires_at = now() where user_id = ?")
          .param(bo.id())
          .update();
      assertThat(browser.get(link).statusCode()).isEqualTo(400);
      assertThat(browser.submit(PAGE, PAGE + "/confirm", "token", token).statusCode())
          .isEqualTo(400);
    }
    assertThat(owner(address)).isNull();
  }

  @Test
  void whoeverConfirmsAnAddressHasItAndNotWhoSaysSo() {
    User loud = user("loud");
    User right = user("right");
    String address = TestingPeople.uniqueName("wanted") + "@example.org";
    TestingRest self = TestingRest.user(server, loud.name(), PASSWORD);
    assertThat(self.put("users", email(address)).at("/emailAddress"))
        .isEqualTo(loud.emailAddress());
    assertThat(owner(address)).isNull();
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String page = "/admin/users/" + right.slug();
      assertThat(browser.submit(page, page + "/addresses", "address", address).body())
          .contains("Commits that name " + address + " are theirs now.");
      assertThat(owner(address)).isEqualTo(right.name());
      String again = "/admin/users/" + loud.slug();
      HttpResponse<String> refused =
          browser.submit(again, again + "/addresses", "address", address);
      assertThat(refused.statusCode()).isEqualTo(409);
      OtherAddress added = addresses.of(right).getFirst();
      browser.submit(page, page + "/addresses/" + added.id() + "/remove");
      assertThat(owner(address)).isNull();
    }
  }

  @Test
  void mailGoesToAnotherAddressOnceItsUserHasConfirmedIt() throws Exception {
    User user = user("moving");
    String former = String.valueOf(user.emailAddress());
    String address = TestingPeople.uniqueName("Moved") + "@example.org";
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      String[] form = {"displayName", "Moving", "emailAddress", address, "current", ""};
      HttpResponse<String> refused = browser.submit("/account", "/account", form);
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("This is not your password.");
      form[5] = PASSWORD;
      assertThat(browser.submit("/account", "/account", form).body())
          .contains("A link is on its way to " + address, "waits for you to open the link");
      String link = linkMailedTo(address);
      assertThat(people.user(user.name()).emailAddress()).isEqualTo(former);
      assertThat(owner(address)).isNull();
      assertThat(browser.get(link).body()).contains("and mail to you will go there");

      String token = link.substring(link.indexOf('=') + 1);
      assertThat(browser.submit(link, PAGE + "/confirm", "token", token).body())
          .contains("and mail goes there");
      assertThat(people.user(user.name()).emailAddress()).isEqualTo(address);
      assertThat(owner(address)).isEqualTo(user.name());
      assertThat(addresses.of(user)).extracting(OtherAddress::address).containsExactly(former);
      assertThat(textMailedTo(former))
          .contains("went to " + former, "It goes to " + address + " now.");

      form[3] = former;
      assertThat(browser.submit("/account", "/account", form).body())
          .contains("Your profile is changed.");
      assertThat(people.user(user.name()).emailAddress()).isEqualTo(former);
    }
  }

  @Test
  void anAddressIsOfWhomeverConfirmsItFirstHoweverManyNameItAtOnce() throws Exception {
    String address = TestingPeople.uniqueName("raced") + "@example.org";
    PrimaryAddresses primary = server.get(PrimaryAddresses.class);
    List<User> racers = IntStream.range(0, 8).mapToObj(i -> user("racer" + i)).toList();
    racers.forEach(it -> primary.describe(it, it.displayName(), address));
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> all =
          racers.stream().map(it -> people.submit(() -> confirms(it, address))).toList();
      int confirmed = 0;
      for (Future<Boolean> each : all) {
        confirmed += each.get() ? 1 : 0;
      }
      assertThat(confirmed).isEqualTo(1);
    }
    assertThat(racers.stream().map(User::name).map(people::user).map(User::emailAddress))
        .containsOnlyOnce(address);
    assertThat(owner(address)).isNotNull();
  }

  private boolean confirms(User user, String address) {
    byte[] hash = user.name().getBytes(StandardCharsets.UTF_8);
    addresses.expectToken(user, address, hash, Duration.ofHours(1));
    try {
      return addresses.confirm(user, hash).isPresent();
    } catch (AlreadyExistsException e) {
      return false;
    }
  }

  @Test
  void whatAnAdministratorSetsCountsUnlessSomebodyElseHasConfirmedIt() throws Exception {
    User first = user("first");
    User second = user("second");
    String former = String.valueOf(second.emailAddress());
    String address = String.valueOf(first.emailAddress());
    String json = "{'name':'%s','email':'%s'}";
    assertThat(admin.put("admin/users", json.formatted(second.name(), address)).status())
        .isEqualTo(200);
    assertThat(owner(address)).isEqualTo(first.name());
    assertThat(owner(former)).isNull();
    assertThat(textMailedTo(former)).contains("It goes to " + address + " now.");
    String fresh = TestingPeople.uniqueName("fresh") + "@example.org";
    admin.put("admin/users", json.formatted(first.name(), fresh));
    assertThat(owner(address)).isNull();
    assertThat(owner(fresh)).isEqualTo(first.name());
    admin.put("admin/users", json.formatted(second.name(), address));
    assertThat(owner(address)).isEqualTo(second.name());
  }

  @Test
  void whoeverNamesAnothersAddressGetsNoLinkToAnAccountByIt() throws Exception {
    User owner = user("owner");
    User claimant = user("claimant");
    String address = String.valueOf(owner.emailAddress());
    admin.put("admin/users", "{'name':'%s','email':'%s'}".formatted(claimant.name(), address));
    server.get(ForgottenPasswords.class).ask(address);
    assertThat(textMailedTo(address)).contains(owner.name()).doesNotContain(claimant.name());
  }

  @Test
  void aSessionAloneChangesNoAddressByRest() {
    User user = user("session");
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      String body = email("x" + user.emailAddress()).replace('\'', '"');
      assertThat(browser.putJson("/rest/api/latest/users", body).statusCode()).isEqualTo(400);
      String wrong = body.replace("}", ",\"password\":\"wrong\"}");
      assertThat(browser.putJson("/rest/api/latest/users", wrong).statusCode()).isEqualTo(401);
      String right = body.replace("}", ",\"password\":\"" + PASSWORD + "\"}");
      assertThat(browser.putJson("/rest/api/latest/users", right).statusCode()).isEqualTo(200);
    }
  }

  private static String email(String address) {
    return "{'displayName':'Loud','email':'%s'}".formatted(address);
  }

  @Test
  void anAddressThatIsRemovedAndAddedAgainGetsNoMoreMail() throws Exception {
    User user = user("flood");
    String address = TestingPeople.uniqueName("flooded") + "@example.org";
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      for (int i = 0; i < 5; i++) {
        browser.submit(PAGE, PAGE, "address", address);
        OtherAddress added = addresses.of(user).getFirst();
        browser.submit(PAGE, PAGE + "/" + added.id() + "/remove");
      }
    }
    assertThat(mailsFor(user)).as("two if five minutes ended meanwhile").isBetween(1L, 2L);
  }

  @Test
  void linksForAUserAreLimitedHoweverManyAddressesTheUserNames() {
    User user = user("spread");
    String spread = "@" + user.name() + ".example.org";
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      for (int i = 0; i < 10; i++) {
        assertThat(browser.submit(PAGE, PAGE, "address", i + spread).body())
            .contains("A link is on its way to " + i + spread);
      }
      HttpResponse<String> refused = browser.submit(PAGE, PAGE, "address", "more" + spread);
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body())
          .contains("id=\"error-address\"", "No link is mailed to more" + spread)
          .containsPattern("10 were sent for you within an hour.* Try again in (59|60) minutes\\.");
      assertThat(addresses.of(user)).hasSize(10);
      OtherAddress known = addresses.of(user).getFirst();
      String again = PAGE + "/" + known.id() + "/send";
      assertThat(browser.submit(PAGE, again).statusCode()).isEqualTo(400);
      assertThat(mailsFor(user)).isEqualTo(10);

      server
          .get(JdbcClient.class)
          .sql(
              "update mail_message set created_at = created_at - interval '1 hour', source = source || '!' where user_id = ?")
          .param(user.id())
          .update();
      assertThat(browser.submit(PAGE, again).body()).contains("A link is on its way");
      assertThat(mailsFor(user)).isEqualTo(11);
    }
  }

  @Test
  void twoAtOnceDoNotPassTheLimitTogether() throws Exception {
    User user = user("race");
    AddressLinks links = server.get(AddressLinks.class);
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<OtherAddress>> all =
          IntStream.range(0, 15)
              .mapToObj(i -> "%d@%s.example.org".formatted(i, user.name()))
              .map(address -> people.submit(() -> links.add(user, address)))
              .toList();
      for (Future<OtherAddress> each : all) {
        try {
          each.get();
        } catch (ExecutionException e) {
          assertThat(e).hasCauseInstanceOf(InvalidFieldException.class);
        }
      }
    }
    assertThat(mailsFor(user)).isEqualTo(10);
  }

  private long mailsFor(User user) {
    return server
        .get(JdbcClient.class)
        .sql("select count(*) from mail_message where user_id = ?")
        .param(user.id())
        .query(Long.class)
        .single();
  }

  @Test
  void badAddressesAreToldBesideTheFieldAndTheirNumberIsLimited() {
    User user = user("many");
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      for (String bad : List.of("", "no address", "a@b@c", "a@b\u0001", "x".repeat(300) + "@y")) {
        HttpResponse<String> refused = browser.submit(PAGE, PAGE, "address", bad);
        assertThat(refused.statusCode()).as(bad).isEqualTo(400);
        assertThat(refused.body()).contains("is not an e-mail address");
      }
      HttpResponse<String> unstorable = browser.submit(PAGE, PAGE, "address", "a@b\u0000");
      assertThat(unstorable.statusCode()).isEqualTo(400);
      assertThat(unstorable.body()).contains("must not hold the character U+0000");
      assertThat(browser.submit(PAGE, PAGE, "address", user.name() + "@EXAMPLE.org").body())
          .contains("is the address that mail goes to");
      for (int i = 0; i < OtherAddresses.MAX; i++) {
        addresses.add(user, "a%d@%s.example.org".formatted(i, user.name()), true);
      }
      HttpResponse<String> refused = browser.submit(PAGE, PAGE, "address", "one@more.example.org");
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("at most 20 further addresses");
    }
  }

  private User user(String prefix) {
    return people.createUser(TestingPeople.uniqueName(prefix), PASSWORD);
  }

  private @Nullable String owner(String address) {
    User user = lists.ofEmailAddresses(List.of(address)).get(address.toLowerCase(Locale.ROOT));
    return user == null ? null : user.name();
  }

  private String linkMailedTo(String address) throws MessagingException, IOException {
    Matcher link = LINK.matcher(textMailedTo(address));
    assertThat(link.find()).isTrue();
    return link.group(1);
  }

  private String textMailedTo(String address) throws MessagingException, IOException {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(mail.messagesTo(address)).hasSize(1));
    MimeMultipart parts = (MimeMultipart) mail.messagesTo(address).getFirst().getContent();
    return (String) parts.getBodyPart(0).getContent();
  }
}
