package org.packhouse.app.engine.admission;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.signin.AuthenticationFailedException;

/** Answer of a status and a sentence, as plain text, which git prints behind {@code remote:}. */
public record HttpRefusal(
    int status, String sentence, @Nullable String location, @Nullable Duration retryAfter) {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final Duration LATER = Duration.ofSeconds(30);

  public static HttpRefusal of(int status, String sentence) {
    return new HttpRefusal(status, sentence, null, null);
  }

  public static HttpRefusal later(String sentence) {
    return new HttpRefusal(HttpServletResponse.SC_SERVICE_UNAVAILABLE, sentence, null, LATER);
  }

  public static HttpRefusal unauthenticated(String sentence) {
    return of(HttpServletResponse.SC_UNAUTHORIZED, sentence);
  }

  /** Asks for the credential again if it was wrong, and not while attempts are rate-limited. */
  public static HttpRefusal of(AuthenticationFailedException failed) {
    return new HttpRefusal(
        failed.retryAfter() == null ? HttpServletResponse.SC_UNAUTHORIZED : TOO_MANY_REQUESTS,
        String.valueOf(failed.getMessage()),
        null,
        failed.retryAfter());
  }

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
