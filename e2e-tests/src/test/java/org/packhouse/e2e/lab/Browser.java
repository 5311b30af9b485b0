package org.packhouse.e2e.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.e2e.harness.PackagedServer;

/** Asks for pages with the session of somebody who signed in, and for REST with a password. */
final class Browser {

  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

  private final HttpClient pages =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
  private final HttpClient rest = HttpClient.newHttpClient();
  private final URI base;

  Browser(URI base) {
    this.base = base;
    Matcher token = TOKEN.matcher(send(pages, HttpRequest.newBuilder(uri("/login"))).body());
    if (!token.find()) {
      throw new AssertionError("The login page has no token");
    }
    String form =
        "_csrf=%s&username=%s&password=%s"
            .formatted(
                encoded(token.group(1)),
                encoded(PackagedServer.ADMIN),
                encoded(PackagedServer.PASSWORD));
    send(
        pages,
        HttpRequest.newBuilder(uri("/login"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  /** GET of a page, which must succeed. */
  String page(String path) {
    return ok(send(pages, HttpRequest.newBuilder(uri(path))), path);
  }

  /** GET over REST, which must succeed. */
  String rest(String path) {
    String pair = PackagedServer.ADMIN + ":" + PackagedServer.PASSWORD;
    String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    return ok(
        send(rest, HttpRequest.newBuilder(uri(path)).header("Authorization", "Basic " + basic)),
        path);
  }

  private URI uri(String path) {
    return URI.create(base + path);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String ok(HttpResponse<String> response, String path) {
    if (response.statusCode() != 200) {
      throw new AssertionError(path + " answers " + response.statusCode() + response.body());
    }
    return response.body();
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }
}
