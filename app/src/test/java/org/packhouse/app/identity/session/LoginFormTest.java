package org.packhouse.app.identity.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class LoginFormTest {

  private static final String PASSWORD = "correct horse battery";
  private static final String SESSION = "BITBUCKETSESSIONID";
  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final User user = people.createUser(TestingPeople.uniqueName("form"), PASSWORD);
  private final CookieManager cookies = new CookieManager();
  private final HttpClient browser =
      HttpClient.newBuilder().cookieHandler(cookies).followRedirects(Redirect.NEVER).build();

  @AfterEach
  void closeTheBrowser() {
    browser.close();
  }

  @Test
  void signsInAndLeadsToWhereOneWasGoing() throws IOException, InterruptedException {
    HttpResponse<String> response = signIn(PASSWORD, "&next=" + encode("/projects?x=1"));
    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(location(response)).endsWith("/projects?x=1");
    assertThat(name()).isEqualTo(user.name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb"})
  void leadsNowhereElse(String next) throws IOException, InterruptedException {
    assertThat(location(signIn(PASSWORD, "&next=" + encode(next))))
        .endsWith(server.httpUrl().getPort() + "/");
  }

  @Test
  void refusesAWrongPasswordAndAToken() throws IOException, InterruptedException {
    assertThat(location(signIn("wrong", ""))).endsWith("/login?error=credential");
    String token = people.token(user, Permission.REPO_READ);
    assertThat(location(signIn(token, ""))).endsWith("/login?error=credential");
    assertThat(name()).isEmpty();
  }

  @Test
  void refusesAFormOfAnotherSite() throws IOException, InterruptedException {
    get("/login");
    String body = "username=" + user.name() + "&password=" + encode(PASSWORD);
    assertThat(post("/login", body).statusCode()).isEqualTo(403);
  }

  @Test
  void aPasswordChangeEndsTheSession() throws IOException, InterruptedException {
    signIn(PASSWORD, "&remember-me=true");
    assertThat(name()).isEqualTo(user.name());
    server.get(Passwords.class).set(user, "another password");
    assertThat(name()).isEmpty();
    assertThat(pageIsOf(user)).isFalse();
  }

  @Test
  void aDeactivatedUserIsOutWithTheNextClick() throws IOException, InterruptedException {
    signIn(PASSWORD, "&remember-me=true");
    assertThat(pageIsOf(user)).isTrue();
    server.get(Accounts.class).activate(user, false);
    assertThat(pageIsOf(user)).isFalse();
    forgetSession();
    assertThat(pageIsOf(user)).isFalse();
  }

  @Test
  void whenASessionIsOverIsSaidByTheDatabaseAlone() throws IOException, InterruptedException {
    signIn(PASSWORD, "");
    assertThat(pageIsOf(user)).isTrue();
    // As a node would have it whose clock is two hours behind.
    setTimesOfSession("last_access_time = last_access_time - 7200000");
    assertThat(pageIsOf(user)).isTrue();
    assertThat(
            server
                .get(JdbcClient.class)
                .sql(
                    """
                    select s.expiry_time - s.last_access_time = s.max_inactive_interval * 1000
                           and abs(s.last_access_time - extract(epoch from now()) * 1000) < 600000
                      from spring_session s where s.session_id = ?
                    """)
                .param(sessionId())
                .query(Boolean.class)
                .single())
        .isTrue();
    setTimesOfSession("expiry_time = extract(epoch from now()) * 1000 - 1000");
    assertThat(pageIsOf(user)).isFalse();
  }

  private void setTimesOfSession(String times) {
    assertThat(
            server
                .get(JdbcClient.class)
                .sql("update spring_session set " + times + " where session_id = ?")
                .param(sessionId())
                .update())
        .isOne();
  }

  private String sessionId() {
    String value = cookie(SESSION).orElseThrow().getValue();
    return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
  }

  @Test
  void aRememberedBrowserIsLetInAgainWithANewSecret() throws IOException, InterruptedException {
    signIn(PASSWORD, "&remember-me=true");
    String first = cookie(RememberMeCookies.COOKIE).orElseThrow().getValue();
    forgetSession();
    assertThat(pageIsOf(user)).isTrue();
    assertThat(cookie(RememberMeCookies.COOKIE).orElseThrow().getValue()).isNotEqualTo(first);
    assertThat(name()).isEqualTo(user.name());
    assertThat(
            server
                .get(JdbcClient.class)
                .sql(
                    """
                    select details ->> 'by' from audit_event
                     where action = 'sign-in.session' and actor_id = ? and subject = ?
                       and remote_address is not null order by id
                    """)
                .params(user.id(), user.name())
                .query(String.class)
                .list())
        .containsExactly("form", "remembered");
  }

  @Test
  void aCopiedCookieEndsTheSeriesForBoth() throws IOException, InterruptedException {
    signIn(PASSWORD, "&remember-me=true");
    HttpCookie copied = cookie(RememberMeCookies.COOKIE).orElseThrow();
    forgetSession();
    assertThat(pageIsOf(user)).isTrue();
    forgetSession();
    assertThat(pageIsOf(user)).isTrue();
    HttpCookie present = cookie(RememberMeCookies.COOKIE).orElseThrow();
    forgetSession();
    remember(copied.getValue());
    assertThat(pageIsOf(user)).isFalse();
    remember(present.getValue());
    assertThat(pageIsOf(user)).isFalse();
  }

  @Test
  void signingOutForgetsTheBrowser() throws IOException, InterruptedException {
    signIn(PASSWORD, "&remember-me=true");
    String csrf = csrf(get("/login?error=credential").body());
    assertThat(post("/logout", "_csrf=" + encode(csrf)).statusCode()).isEqualTo(302);
    assertThat(name()).isEmpty();
    assertThat(pageIsOf(user)).isFalse();
  }

  @Test
  void whoIsNotRememberedHasNoSuchCookie() throws IOException, InterruptedException {
    signIn(PASSWORD, "");
    assertThat(cookie(RememberMeCookies.COOKIE).filter(it -> !it.getValue().isEmpty())).isEmpty();
    assertThat(cookie(SESSION)).isPresent();
  }

  private HttpResponse<String> signIn(String password, String more)
      throws IOException, InterruptedException {
    String csrf = csrf(get("/login").body());
    return post(
        "/login",
        "username=%s&password=%s&_csrf=%s%s"
            .formatted(encode(user.name()), encode(password), encode(csrf), more));
  }

  /** The name that REST knows the browser's session by. */
  private String name() throws IOException, InterruptedException {
    return get("/plugins/servlet/applinks/whoami").body();
  }

  private boolean pageIsOf(User somebody) throws IOException, InterruptedException {
    return get("/projects")
        .headers()
        .firstValue("X-AUSERNAME")
        .filter(somebody.name()::equals)
        .isPresent();
  }

  private void forgetSession() {
    cookie(SESSION)
        .ifPresent(it -> cookies.getCookieStore().remove(URI.create(server.httpUrl() + "/"), it));
  }

  private void remember(String value) {
    cookies.getCookieStore().removeAll();
    HttpCookie cookie = new HttpCookie(RememberMeCookies.COOKIE, value);
    cookie.setPath("/");
    cookie.setVersion(0);
    cookies.getCookieStore().add(URI.create(server.httpUrl() + "/"), cookie);
  }

  private Optional<HttpCookie> cookie(String name) {
    return cookies.getCookieStore().getCookies().stream()
        .filter(it -> it.getName().equals(name))
        .findFirst();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(URI.create(server.httpUrl() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static String location(HttpResponse<String> response) {
    return response.headers().firstValue("Location").orElse("");
  }

  private static String csrf(String page) {
    Matcher matcher = CSRF.matcher(page);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
