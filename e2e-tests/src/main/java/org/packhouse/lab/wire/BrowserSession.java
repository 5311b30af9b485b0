package org.packhouse.lab.wire;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.target.Endpoint.Credentials;

/** A browser that signs in by the server's form, once, before its first page. */
public final class BrowserSession {

  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

  private final ReentrantLock lock = new ReentrantLock();
  private final URI login;
  private final Credentials credentials;
  private @Nullable String cookies;

  /**
   * A browser of a user.
   *
   * @param login the page with the form
   */
  public BrowserSession(URI login, Credentials credentials) {
    this.login = login;
    this.credentials = credentials;
  }

  /** What the browser says of itself with each page. */
  public String cookies() throws IOException {
    lock.lock();
    try {
      if (cookies == null) {
        cookies = signIn();
      }
      return cookies;
    } finally {
      lock.unlock();
    }
  }

  private String signIn() throws IOException {
    CookieManager jar = new CookieManager();
    try (HttpClient client =
        HttpClient.newBuilder().cookieHandler(jar).sslContext(TrustingTls.context()).build()) {
      Matcher token = TOKEN.matcher(send(client, HttpRequest.newBuilder(login)));
      if (!token.find()) {
        throw new OperationFailedException("sign-in", "The page " + login + " has no form");
      }
      String form =
          "_csrf=%s&username=%s&password=%s"
              .formatted(
                  encoded(token.group(1)),
                  encoded(credentials.user()),
                  encoded(credentials.password()));
      send(
          client,
          HttpRequest.newBuilder(login)
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString(form)));
    }
    List<String> cookies = jar.get(login, Map.of()).getOrDefault("Cookie", List.of());
    return String.join("; ", cookies);
  }

  private static String send(HttpClient client, HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.build(), BodyHandlers.ofString()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while signing in", e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
