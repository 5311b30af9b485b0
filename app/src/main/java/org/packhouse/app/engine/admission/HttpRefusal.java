package org.packhouse.app.engine.admission;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.signin.AuthenticationFailedException;

/**
 * A request that is answered with a status and a sentence. Git prints a {@code text/plain} body
 * line by line behind {@code remote:}, so the person who typed the command reads it.
 *
 * @param location where to go instead; null if nowhere
 * @param retryAfter when to come again; null if that does not help
 */
public record HttpRefusal(
    int status, String sentence, @Nullable String location, @Nullable Duration retryAfter) {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final Duration LATER = Duration.ofSeconds(30);

  /** A refusal that says no more than that. */
  public static HttpRefusal of(int status, String sentence) {
    return new HttpRefusal(status, sentence, null, null);
  }

  /** A refusal that ends by itself. */
  public static HttpRefusal later(String sentence) {
    return new HttpRefusal(HttpServletResponse.SC_SERVICE_UNAVAILABLE, sentence, null, LATER);
  }

  /** A refusal that asks for a password. */
  public static HttpRefusal unauthenticated(String sentence) {
    return of(HttpServletResponse.SC_UNAUTHORIZED, sentence);
  }

  /** A wrong credential may be asked for again; while tries are refused, that would not help. */
  public static HttpRefusal of(AuthenticationFailedException failed) {
    return new HttpRefusal(
        failed.retryAfter() == null ? HttpServletResponse.SC_UNAUTHORIZED : TOO_MANY_REQUESTS,
        String.valueOf(failed.getMessage()),
        null,
        failed.retryAfter());
  }

  /** Sends it in place of whatever the response holds. */
  public void send(HttpServletResponse response) throws IOException {
    response.resetBuffer();
    response.setStatus(status);
    if (status == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Packhouse\"");
    }
    if (location != null) {
      response.setHeader("Location", location);
    }
    if (retryAfter != null) {
      response.setHeader("Retry-After", Long.toString(Math.max(1, retryAfter.toSeconds())));
    }
    String text = sentence + "\n";
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    response.setContentType("text/plain;charset=UTF-8");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setContentLength(body.length);
    try {
      response.getOutputStream().write(body);
    } catch (IllegalStateException takenByPage) {
      // A page that fails when it has been written, because its session cannot be kept, has taken
      // the writer, which is in UTF-8 as well: there is no stream any more.
      response.getWriter().write(text);
    }
  }
}
