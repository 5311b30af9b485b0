package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.outbound.HostileHost;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Pages of webhooks and hooks without script, and what they show to whom. */
class WebhookPagesTest {

  private static final String RECEIVER = "http://127.0.0.1:9/hook?token=t0ken";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String project = "projects/" + repository.project().key();
  private final String api = project + "/repos/" + repository.slug();
  private final String page = Links.to(repository) + "/settings/webhooks";
  private final String hooks = Links.to(repository) + "/settings/hooks";
  private final TestingBrowser browser = TestingBrowser.admin(server);

  @AfterEach
  void close() {
    browser.close();
  }

  private HttpResponse<String> create(String... more) {
    String[] usual = {"name", "Builds", "url", RECEIVER, "active", "true", "verified", "true"};
    String[] all = new String[usual.length + more.length];
    System.arraycopy(usual, 0, all, 0, usual.length);
    System.arraycopy(more, 0, all, usual.length, more.length);
    return browser.submit(page + "/create", page + "/create", all);
  }

  private Response stored() {
    return admin.get(api + "/webhooks");
  }

  @Test
  void aWebhookIsMadeChangedAndRemoved() {
    assertThat(browser.get(page).body()).contains("No webhooks yet");
    HttpResponse<String> made =
        create(
            "events",
            "repo:refs_changed",
            "events",
            "repo:modified",
            "own.secret",
            "s3cret",
            "own.username",
            "u",
            "own.password",
            "passw0rd");
    assertThat(made.body()).contains("The webhook is created.", "Push, Repository changed");
    assertThat(made.body()).doesNotContain("s3cret", "passw0rd");
    String one = page + "/" + stored().at("/values/0/id");
    String form = browser.get(one + "/edit").body();
    assertThat(form).contains("Empty: the one that is stored").doesNotContain("s3cret", "passw0rd");
    HttpResponse<String> changed =
        browser.submit(
            one + "/edit",
            one + "/edit",
            "name",
            "Chat",
            "url",
            RECEIVER,
            "events",
            "pr:opened",
            "own.username",
            "u");
    assertThat(changed.body()).contains("The webhook is changed.", "<dt>Signed</dt><dd>Yes</dd>");
    assertThat(stored().at("/values/0/name")).isEqualTo("Chat");
    assertThat(stored().at("/values/0/active")).isEqualTo("false");
    assertThat(stored().at("/values/0/sslVerificationRequired")).isEqualTo("false");
    HttpResponse<String> elsewhere =
        browser.submit(
            one + "/edit",
            one + "/edit",
            "name",
            "Chat",
            "url",
            "http://127.0.0.2:9/",
            "events",
            "pr:opened",
            "own.username",
            "u");
    assertThat(elsewhere.statusCode()).isEqualTo(400);
    assertThat(elsewhere.body()).contains("Give the password again");
    assertThat(browser.submit(one, one + "/remove").body())
        .contains("The webhook is removed.", "No webhooks yet");
  }

  @Test
  void anAdministratorAllowsAReceiverThatIsNotTold() throws IOException {
    String body = "{'name':'r','url':'%s','events':['repo:modified']}";
    String admins = "/admin/webhooks";
    try (HostileHost receiver =
        HostileHost.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      String url = receiver.url();
      Response made = admin.post(api + "/webhooks", body.formatted(url));
      assertThat(made.status()).isEqualTo(201);
      assertThat(made.response().headers().firstValue("Warning").orElseThrow())
          .startsWith("199 packhouse \"This receiver is not told as things stand: ")
          .contains("Administration, Webhooks");
      assertThat(create("events", "pr:opened").body())
          .contains("The webhook is created. This receiver is not told as things stand");
      String test = api + "/webhooks/test?url=" + url;
      assertThat(admin.post(test, "{}").at("/response/description"))
          .contains("Administration, Webhooks");
      HttpResponse<String> wrong = browser.submit(admins, admins, "addresses", "10.0.0.0/8 here");
      assertThat(wrong.body()).contains("&quot;here&quot; is neither", "10.0.0.0/8 here");
      try {
        assertThat(browser.submit(admins, admins, "addresses", "127.0.0.1, 10.0.0.0/8").body())
            .contains("The addresses are saved.", "127.0.0.1\n10.0.0.0/8");
        Response allowed = admin.put(api + "/webhooks/" + made.at("/id"), body.formatted(url));
        assertThat(allowed.response().headers().firstValue("Warning")).isEmpty();
        assertThat(admin.post(test, "{}").at("/response/outcome")).isEqualTo("SUCCESS");
      } finally {
        browser.submit(admins, admins, "addresses", "");
      }
      assertThat(admin.post(test, "{}").at("/response/outcome")).isEqualTo("ERROR");
    }
  }

  @Test
  void aFormKeepsWhatWasTypedAndNamesTheField() {
    HttpResponse<String> none = create();
    assertThat(none.statusCode()).isEqualTo(400);
    assertThat(none.body()).contains("id=\"error-events\"", "value=\"Builds\"");
    HttpResponse<String> tested =
        create("events", "pr:opened", "own.secret", "s3cret", "test", "true");
    assertThat(tested.statusCode()).isEqualTo(200);
    assertThat(tested.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(tested.body())
        .contains("The receiver was not reached.", "not at a public address", "value=\"s3cret\"")
        .containsPattern("value=\"pr:opened\"[^>]*checked");
    assertThat(stored().json().at("/values")).isEmpty();
  }

  @Test
  void deliveriesShowRequestAndResponseAndAreToldAgain() {
    create("events", "repo:modified");
    String id = stored().at("/values/0/id");
    assertThat(admin.put(api, "{'description':'<b>bold</b>'}").status()).isEqualTo(201);
    String deliveries = "/rest/packhouse/1.0/" + api + "/webhooks/" + id + "/deliveries";
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> admin.get(deliveries).json().at("/values/0/attempts").asInt() > 0);
    assertThat(browser.get(page).body()).contains("1 pending", "Waits for the receiver");
    String one = page + "/" + id;
    assertThat(browser.get(one).body()).contains("It is tried again", "not at a public address");
    String delivery = one + "/deliveries/" + admin.get(deliveries).at("/values/0/id");
    assertThat(browser.get(delivery).body())
        .contains("X-Request-Id", "&lt;b&gt;bold", "not at a public address")
        .doesNotContain("<b>bold");
    assertThat(browser.submit(delivery, delivery + "/redeliver").body()).contains("told once more");
    assertThat(admin.get(deliveries).json().at("/values")).hasSize(2);
    assertThat(browser.get(one + "/deliveries/999999999").statusCode()).isEqualTo(404);
    assertThat(browser.get(page + "/999999999").statusCode()).isEqualTo(404);
  }

  @Test
  void whoAdministersARepositoryAloneSeesOfItsProjectsWebhooksNoToken() {
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingPeople.uniqueName("hooked"), "a-users-password");
    server
        .get(PermissionGrants.class)
        .grant(
            new Grantee.ToUser(user.id(), user.name()),
            new RepositoryId(repository.id()),
            Permission.REPO_ADMIN);
    String body = "{'name':'%s','url':'%s','events':['%s'],'active':false}";
    admin.post(project + "/webhooks", body.formatted("p", RECEIVER, "pr:opened"));
    admin.post(api + "/webhooks", body.formatted("r", RECEIVER, "pr:merged"));
    TestingRest their = TestingRest.user(server, user.name(), "a-users-password");
    String search = api + "/webhooks/search?statistics=true";
    Response found = their.get(search);
    assertThat(found.json().at("/values")).hasSize(2);
    assertThat(found.at("/values/0/url")).isEqualTo(RECEIVER);
    assertThat(found.json().at("/values/0").has("statistics")).isTrue();
    assertThat(found.at("/values/1/scopeType")).isEqualTo("project");
    assertThat(found.at("/values/1/url")).isEqualTo("http://127.0.0.1:9/");
    assertThat(found.json().at("/values/1").has("statistics")).isFalse();
    assertThat(admin.get(search).at("/values/1/url")).isEqualTo(RECEIVER);
    assertThat(their.get(search + "&scopeType=project").json().at("/values")).hasSize(1);
    assertThat(their.get(search + "&event=pr:merged").at("/values/0/name")).isEqualTo("r");
    assertThat(their.get(search + "&scopeType=global").json().at("/values")).isEmpty();
    assertThat(their.get(search + "&scopeType=all").status()).isEqualTo(400);
  }

  @Test
  void hooksAreSwitchedOnOffAndLeftToTheProject() {
    String key = "org.packhouse.hooks:max-file-size";
    String one = hooks + "/" + key;
    String set = api + "/settings/hooks/" + key;
    HttpResponse<String> wrong = browser.submit(one, one, "state", "ON", "maxBytes", "much");
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("id=\"error-maxBytes\"", "value=\"much\"");
    assertThat(browser.submit(one, one, "state", "ON", "maxBytes", "0").body())
        .contains("id=\"error-maxBytes\"");
    assertThat(browser.submit(one, one, "state", "ON", "maxBytes", "1000").body())
        .contains("Maximum file size is changed.");
    assertThat(admin.get(set + "/settings").at("/maxBytes")).isEqualTo("1000");
    browser.submit(one, one, "state", "OFF", "maxBytes", "");
    assertThat(admin.get(set).at("/enabled")).isEqualTo("false");
    admin.put(project + "/settings/hooks/" + key + "/enabled", "{'maxBytes':5}");
    assertThat(admin.get(set).at("/enabled")).isEqualTo("false");
    browser.submit(one, one, "state", "INHERITED");
    assertThat(admin.get(set).at("/enabled")).isEqualTo("true");
    assertThat(browser.get(hooks).body()).contains("From the project");
    String secrets = hooks + "/org.packhouse.hooks:block-secrets";
    browser.submit(
        secrets, secrets, "state", "ON", "allowedPaths", " test/ \r\n\r\na b", "allowedTexts", "");
    assertThat(
            admin
                .get(api + "/settings/hooks/org.packhouse.hooks:block-secrets/settings")
                .json()
                .at("/allowedPaths"))
        .hasSize(2);
    assertThat(browser.get(hooks + "/none").statusCode()).isEqualTo(404);
  }
}
