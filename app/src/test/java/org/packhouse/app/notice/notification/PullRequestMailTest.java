package org.packhouse.app.notice.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.recovery.ForgottenPasswords;
import org.packhouse.app.identity.recovery.PasswordLinks;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PullRequestMailTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String PASSWORD = "a-password-of-mail";

  private TestingServer server;
  private TestingMailServer mail;
  private TestingPeople people;
  private TestingRest admin;
  private JdbcClient jdbc;
  private Repository repository;
  private String path;
  private User ada;
  private User bo;

  @BeforeAll
  void start() {
    mail = new TestingMailServer();
    server = TestingServer.builder().start();
    people = TestingPeople.of(server);
    admin = TestingRest.admin(server);
    jdbc = server.get(JdbcClient.class);
    assertThat(
            admin
                .put(
                    "admin/mail-server",
                    "{'hostname':'127.0.0.1','port':%d,'senderAddress':'git@example.org'}"
                        .formatted(mail.port()))
                .status())
        .isEqualTo(200);
  }

  @AfterAll
  void stop() {
    server.close();
    mail.close();
  }

  @BeforeEach
  void push(@TempDir Path directory) {
    repository = TestingProjects.in(server).repository();
    path = "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("file", "1\n");
    work.git("push", "--quiet", server.cloneUrl(repository), "main");
    work.commit("file", "2\n");
    work.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/topic");
    ada = reader("ada");
    bo = reader("bo");
  }

  private User reader(String prefix) {
    User user = people.createUser(TestingPeople.uniqueName(prefix), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    return user;
  }

  private TestingRest as(User user) {
    return TestingRest.user(server, user.name(), PASSWORD);
  }

  private long open(String title, String description, User reviewer) {
    var made =
        admin.post(
            path + "/pull-requests",
            ("{'title':'%s','description':'%s','fromRef':{'id':'topic'},'toRef':{'id':'main'},"
                    + "'reviewers':[{'user':{'name':'%s'}}]}")
                .formatted(title, description, reviewer.name()));
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    return made.json().at("/id").asLong();
  }

  private void say(TestingRest by, long number, String text) {
    assertThat(
            by.post(
                    path + "/pull-requests/" + number + "/comments",
                    "{'text':'%s'}".formatted(text))
                .status())
        .isEqualTo(201);
  }

  private List<MimeMessage> awaitMails(User to, int count) {
    await().atMost(LONG).untilAsserted(() -> assertThat(mailsTo(to)).hasSize(count));
    return mailsTo(to);
  }

  private List<MimeMessage> mailsTo(User user) {
    return mail.messagesTo(user.name() + "@example.org");
  }

  private static String part(MimeMessage message, int index)
      throws MessagingException, IOException {
    BodyPart part = ((MimeMultipart) message.getContent()).getBodyPart(index);
    return (String) part.getContent();
  }

  private void awaitQuiet() {
    await()
        .atMost(LONG)
        .until(() ->
            jdbc.sql(
                        """
                        select (select count(*) from outbox_event where repository_id = ?)
                             + (select count(*) from mail_message where state = 'PENDING' and next_try_at <= now())
                        """)
                    .param(repository.id())
                    .query(Long.class)
                    .single()
                == 0);
  }

  @Test
  void thoseConcernedAreToldInOneThreadAndWhoDidItIsNot() throws Exception {
    long number = open("Speed up <refs>", "Look @" + bo.name(), ada);
    List<MimeMessage> toAda = awaitMails(ada, 1);
    List<MimeMessage> toBo = awaitMails(bo, 1);
    assertThat(part(toAda.getFirst(), 0)).contains("you are a reviewer", "Look @");
    assertThat(part(toBo.getFirst(), 0)).contains("you were mentioned");
    say(as(ada), number, "Is <img src=https://evil.example.org/x.png> needed?");
    awaitQuiet();
    assertThat(mailsTo(ada)).hasSize(1);
    MimeMessage said = mail.messagesTo("admin@example.org").getLast();
    assertThat(said.getSubject())
        .isEqualTo(
            "[%s/%s] Speed up <refs> (#%d)"
                .formatted(repository.project().key(), repository.slug(), number));
    assertThat(said.getFrom()[0].toString()).contains("Test " + ada.name(), "git@example.org");
    assertThat(said.getHeader("References")).isEqualTo(toAda.getFirst().getHeader("References"));
    assertThat(said.getMessageID()).isNotEqualTo(toAda.getFirst().getMessageID());
    assertThat(said.getHeader("Auto-Submitted")).containsExactly("auto-generated");
    assertThat(part(said, 0)).contains("Is <img src=", "you opened this pull request");
    assertThat(part(said, 1)).contains("Is &lt;img").doesNotContain("<img");
  }

  @Test
  void reviewsAndTheEndOfAPullRequestAreTold() throws Exception {
    people.grant(ada, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    long number = open("For a review", "", ada);
    awaitMails(ada, 1);
    awaitQuiet();
    String pull = path + "/pull-requests/" + number;
    int told = mail.messagesTo("admin@example.org").size();
    for (String status : List.of("NEEDS_WORK", "APPROVED", "UNAPPROVED")) {
      String review = "{'status':'%s'}".formatted(status);
      assertThat(as(ada).put(pull + "/participants/" + ada.slug(), review).status()).isEqualTo(200);
    }
    for (String action : List.of("decline", "reopen", "merge")) {
      String at = pull + "/" + action + "?version=" + as(ada).get(pull).at("/version");
      var ended = as(ada).post(at, "{}");
      assertThat(ended.status()).as(ended.response().body()).isEqualTo(200);
    }
    await().atMost(LONG).until(() -> mail.messagesTo("admin@example.org").size() == told + 6);
    StringBuilder words = new StringBuilder();
    for (MimeMessage each : mail.messagesTo("admin@example.org").subList(told, told + 6)) {
      words.append(part(each, 0)).append(part(each, 1));
    }
    assertThat(words)
        .contains(
            "asked for changes",
            "approved this pull request",
            "took their review back",
            "declined this pull request",
            "opened this pull request again",
            "merged this pull request");
    assertThat(mailsTo(ada)).hasSize(1);
  }

  @Test
  void aTitleIsOneLineAndNeverAnotherHeader() throws Exception {
    for (String end : List.of("\\r\\n", "\\n", "\\r", "\\u0085")) {
      var refused =
          admin.post(
              path + "/pull-requests",
              "{'title':'Hi%sBcc: evil@example.org','fromRef':{'id':'topic'},'toRef':{'id':'main'}}"
                  .formatted(end));
      assertThat(refused.status()).as(end).isEqualTo(400);
      assertThat(refused.message()).contains("in one line");
    }
    open(
        "Hi\\u2028Bcc: evil@example.org \\u202e",
        "a\\r\\nBcc: evil@example.org\\r\\n\\r\\n.\\r\\nQUIT\\r\\n",
        ada);
    MimeMessage told = awaitMails(ada, 1).getFirst();
    assertThat(told.getSubject()).contains("] Hi Bcc: evil@example.org ");
    assertThat(told.getHeader("Bcc")).isNull();
    assertThat(told.getAllRecipients()).hasSize(1);
    assertThat(part(told, 0)).contains("Bcc: evil@example.org", "QUIT", "you are a reviewer");
    assertThat(mail.messagesTo("evil@example.org")).isEmpty();
  }

  @Test
  void everybodyChoosesHowTheyAreToldOnAPage() {
    try (TestingBrowser browser = TestingBrowser.of(server, ada.name(), PASSWORD)) {
      String page = "/account/notifications";
      assertThat(browser.submit(page, page, "delivery", "DAILY").statusCode()).isEqualTo(200);
      assertThat(browser.get(page).body()).containsPattern("value=\"DAILY\"[^>]* checked");
      assertThat(browser.submit(page, page, "delivery", "NOW").statusCode()).isEqualTo(400);
    }
    assertThat(server.get(NotificationPreferences.class).of(ada.id()))
        .isEqualTo(MailFrequency.DAILY);
    open("For tomorrow", "Look @" + bo.name(), ada);
    awaitMails(bo, 1);
    await().atMost(LONG).until(() -> waiting(ada) == 1);
    assertThat(mailsTo(ada)).isEmpty();
  }

  @Test
  void nothingIsLostWhileTheMailServerIsAway() {
    mail.goAway();
    try {
      open("While it is away", "", ada);
      await().atMost(LONG).until(() -> server.get(MailQueue.class).state().error() != null);
      assertThat(server.get(MailQueue.class).state().pending()).isPositive();
    } finally {
      mail.comeBack();
    }
    awaitMails(ada, 1);
    awaitQuiet();
    assertThat(mailsTo(ada)).hasSize(1);
  }

  @Test
  void whoMayNoLongerReadItWhenItIsSentIsToldNothing() {
    mail.goAway();
    try {
      open("Not for ada any more", "Hear, @" + bo.name(), ada);
      await().atMost(LONG).until(() -> server.get(MailQueue.class).state().pending() >= 2);
      people.revoke(ada, new RepositoryId(repository.id()));
    } finally {
      mail.comeBack();
    }
    awaitMails(bo, 1);
    awaitQuiet();
    assertThat(mailsTo(ada)).isEmpty();
  }

  @Test
  void aDigestTellsOfAllAtOnceAndOffOfNothing() throws Exception {
    server.get(NotificationPreferences.class).set(ada, MailFrequency.HOURLY);
    server.get(NotificationPreferences.class).set(bo, MailFrequency.OFF);
    long number = open("For a digest", "@" + bo.name(), ada);
    say(admin, number, "First words");
    say(admin, number, "Second words");
    await().atMost(LONG).until(() -> waiting(ada) == 3);
    assertThat(mailsTo(ada)).isEmpty();
    MimeMessage digest = awaitDigest();
    assertThat(part(digest, 0)).contains("For a digest", "First words", "Second words");
    assertThat(part(digest, 1)).contains("First words", "Second words");
    awaitQuiet();
    assertThat(mailsTo(ada)).hasSize(1);
    assertThat(mailsTo(bo)).isEmpty();
  }

  private MimeMessage awaitDigest() {
    jdbc.sql("update mail_message set next_try_at = now() where user_id = ?")
        .param(ada.id())
        .update();
    return awaitMails(ada, 1).getFirst();
  }

  @Test
  void aDigestRepeatsNoMoreThanAReaderWantsHoweverMuchWasSaid() throws Exception {
    server.get(NotificationPreferences.class).set(ada, MailFrequency.HOURLY);
    long number = open("For a long digest", "", ada);
    say(admin, number, "Begins " + "<".repeat(NotifiedPullRequests.MAX_TEXT));
    int many = PullRequestMails.MAX_SAID / NotifiedPullRequests.MAX_TEXT + 2;
    for (int i = 0; i < many; i++) {
      say(admin, number, "<".repeat(NotifiedPullRequests.MAX_TEXT - 10) + " of " + i);
    }
    await().atMost(LONG).until(() -> waiting(ada) == many + 2);
    String text = part(awaitDigest(), 0);
    assertThat(text).contains("Begins <", "…", " of 0", " of 13").doesNotContain(" of 15");
    assertThat(text.chars().filter(c -> c == '<').count()).isLessThan(PullRequestMails.MAX_SAID);
    assertThat(text.split("commentId=", -1)).as("a link to each").hasSize(many + 2);
  }

  @Test
  void nobodyAsksMoreThanAHundredForAReview() {
    String reviewers = "{'user':{'name':'%s'}},".formatted(ada.name()).repeat(101);
    var refused =
        admin.post(
            path + "/pull-requests",
            "{'title':'t','fromRef':{'id':'topic'},'toRef':{'id':'main'},'reviewers':[%s]}"
                .formatted(reviewers.substring(0, reviewers.length() - 1)));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).contains("100", "101");
  }

  private long waiting(User user) {
    return jdbc.sql("select count(*) from mail_message where user_id = ? and state = 'PENDING'")
        .param(user.id())
        .query(Long.class)
        .single();
  }

  @Test
  void aMailProgramUnsubscribesByThePostThatTheHeaderNames() throws Exception {
    long number = open("Too much", "", ada);
    MimeMessage message = awaitMails(ada, 1).getFirst();
    String url = message.getHeader("List-Unsubscribe")[0].replaceAll("[<>]", "");
    assertThat(message.getHeader("List-Unsubscribe-Post")[0])
        .isEqualTo("List-Unsubscribe=One-Click");
    String here = server.httpUrl() + url.substring(url.indexOf("/unsubscribe"));
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.BodyPublisher body =
          HttpRequest.BodyPublishers.ofString("List-Unsubscribe=One-Click");
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(here))
              .header("Content-Type", "application/x-www-form-urlencoded");
      assertThat(status(client, request.GET().build())).isEqualTo(200);
      assertThat(status(client, request.POST(body).build())).isEqualTo(200);
      HttpRequest forged =
          HttpRequest.newBuilder(URI.create(here.substring(0, here.length() - 4) + "AAAA"))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      assertThat(status(client, forged)).isEqualTo(404);
    }
    say(admin, number, "Not for ada");
    say(admin, number, "For @" + ada.name());
    assertThat(part(awaitMails(ada, 2).getLast(), 0)).contains("For @", "you were mentioned");
  }

  private static int status(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  @Test
  void whoForgotThePasswordIsMailedALinkThatWorksOnce() throws Exception {
    ForgottenPasswords forgotten = server.get(ForgottenPasswords.class);
    forgotten.ask("nobody-of-that-name");
    forgotten.ask(ada.name().toUpperCase(Locale.ROOT) + "@example.org");
    String text = part(awaitMails(ada, 1).getFirst(), 0);
    String token = text.replaceFirst("(?s).*token=([A-Za-z0-9_-]+).*", "$1");
    PasswordLinks links = server.get(PasswordLinks.class);
    assertThat(links.find(token)).hasValueSatisfying(it -> assertThat(it.id()).isEqualTo(ada.id()));
    assertThatThrownBy(() -> links.use(token, "short")).isInstanceOf(InvalidFieldException.class);
    assertThat(
            jdbc.sql(
                    "select count(*) from mail_message m, password_link l where position(? in m::text || l::text) > 0")
                .param(token)
                .query(Long.class)
                .single())
        .isZero();
    assertThat(links.use(token, "another-password")).isPresent();
    assertThat(links.use(token, "a-third-password")).isEmpty();
    String second = links.make(people.user(ada.name()), Duration.ofHours(1));
    server.get(Passwords.class).set(people.user(ada.name()), PASSWORD);
    assertThat(links.find(second.replaceFirst(".*token=", ""))).isEmpty();
    awaitQuiet();
    assertThat(mailsTo(ada)).hasSize(1);
  }

  @Test
  void digestsComeAtTheEndOfTheHourAndAtTheHourOfTheDay() {
    Instant now = Instant.parse("2026-03-01T06:00:00Z");
    assertThat(PullRequestNotifications.due(MailFrequency.HOURLY, 6, now))
        .isEqualTo("2026-03-01T07:00:00Z");
    assertThat(PullRequestNotifications.due(MailFrequency.DAILY, 6, now))
        .isEqualTo("2026-03-02T06:00:00Z");
    assertThat(PullRequestNotifications.due(MailFrequency.DAILY, 6, now.minusSeconds(1)))
        .isEqualTo("2026-03-01T06:00:00Z");
    assertThat(PullRequestNotifications.due(MailFrequency.IMMEDIATE, 6, now)).isNull();
  }
}
