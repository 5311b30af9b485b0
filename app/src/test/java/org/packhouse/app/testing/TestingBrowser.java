package org.packhouse.app.testing;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads pages and sends forms as a browser does that runs no script. */
public final class TestingBrowser implements AutoCloseable {

  private static final Pattern TOKEN_IN_ADDRESS = Pattern.compile("[?&;]_csrf=");
  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

  private static final String BOUNDARY = "boundary-of-tests";

  private final TestingServer server;
  private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
  private final HttpClient client =
      HttpClient.newBuilder()
          .cookieHandler(cookies)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  private TestingBrowser(TestingServer server) {
    this.server = server;
  }

  /** A browser of the server's administrator. */
  public static TestingBrowser admin(TestingServer server) {
    return of(server, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
  }

  /** A browser of nobody. */
  public static TestingBrowser anonymous(TestingServer server) {
    return new TestingBrowser(server);
  }

  /** A browser of that user. */
  public static TestingBrowser of(TestingServer server, String name, String password) {
    TestingBrowser browser = new TestingBrowser(server);
    browser.submit("/login", "/login", "username", name, "password", password);
    return browser;
  }

  /** The value of a cookie that the server has set. */
  public String cookie(String name) {
    return cookies.getCookieStore().getCookies().stream()
        .filter(it -> it.getName().equals(name))
        .map(HttpCookie::getValue)
        .findFirst()
        .orElseThrow();
  }

  /** The page. */
  public HttpResponse<String> get(String path) {
    return send(request(path).build());
  }

  /** A part of a page, as a script on it asks for it. */
  public HttpResponse<String> part(String path) {
    return send(request(path).header("HX-Request", "true").build());
  }

  /**
   * Sends a form and follows where that leads.
   *
   * @param page where the form is
   * @param action where it goes
   * @param fields names and values in turn
   */
  public HttpResponse<String> submit(String page, String action, String... fields) {
    StringBuilder body = new StringBuilder("_csrf=" + encoded(csrf(page)));
    for (int i = 0; i < fields.length; i += 2) {
      body.append('&').append(encoded(fields[i])).append('=').append(encoded(fields[i + 1]));
    }
    return send(
        request(action)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build());
  }

  /**
   * Sends a form that can have files, and has none unless a field's name ends with an at sign and a
   * file's name.
   *
   * @param page where the form is
   * @param action where it goes
   * @param fields names and values in turn
   */
  public HttpResponse<String> submitParts(String page, String action, String... fields) {
    csrf(page);
    return send(parts(action, fields).build());
  }

  /** Sends files as a script of a page does, which reads JSON alone. */
  public HttpResponse<String> attach(String action, String... fields) {
    return send(parts(action, fields).header("Accept", "application/json").build());
  }

  private HttpRequest.Builder parts(String action, String... fields) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      String name = fields[i].replace("@", "\"; filename=\"");
      body.append(
          "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
              .formatted(BOUNDARY, name, fields[i + 1]));
    }
    body.append("--").append(BOUNDARY).append("--\r\n");
    return HttpRequest.newBuilder(URI.create(server.httpUrl() + action))
        .header("Origin", server.httpUrl().toString())
        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
        .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
  }

  /** Sends JSON to REST, as a script of a page does. */
  public HttpResponse<String> putJson(String path, String json) {
    return send(
        HttpRequest.newBuilder(URI.create(server.httpUrl() + path))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  private String csrf(String page) {
    Matcher csrf = CSRF.matcher(get(page).body());
    if (!csrf.find()) {
      throw new IllegalStateException(page + " has no form");
    }
    return csrf.group(1);
  }

  /**
   * Sends a form that is taken, to a part of the page that it is on.
   *
   * @param part as it follows the address of the page; empty: the page itself
   * @return the page that this leads to
   */
  public String save(String page, String part, String... fields) {
    return expect(HttpURLConnection.HTTP_OK, submit(page, page + part, fields));
  }

  /** Sends a form that breaks a rule, likewise; what is returned is the page that tells which. */
  public String refused(String page, String part, String... fields) {
    return expect(HttpURLConnection.HTTP_BAD_REQUEST, submit(page, page + part, fields));
  }

  private static String expect(int status, HttpResponse<String> response) {
    if (response.statusCode() != status) {
      throw new AssertionError(
          "%s answers %d and not %d: %s"
              .formatted(response.uri(), response.statusCode(), status, response.body()));
    }
    return response.body();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.httpUrl() + path))
        .header("Accept", "text/html,*/*;q=0.8");
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (TOKEN_IN_ADDRESS.matcher(response.body()).find()) {
        throw new AssertionError(request.uri() + " has a form's token in an address");
      }
      return response;
    } catch (IOException e) {
      throw new IllegalStateException("No response", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Stopped while waiting", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
