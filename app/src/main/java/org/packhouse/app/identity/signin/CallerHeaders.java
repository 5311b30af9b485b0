package org.packhouse.app.identity.signin;

import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;

/** Writes the dialect's headers about the caller: {@code X-AUSERNAME}, {@code X-AUSERID}. */
final class CallerHeaders {

  private CallerHeaders() {}

  static void write(HttpServletResponse response, Caller caller) {
    User user = caller.user();
    if (user != null) {
      response.setHeader("X-AUSERNAME", URLEncoder.encode(user.name(), StandardCharsets.UTF_8));
      response.setHeader("X-AUSERID", Long.toString(user.id()));
    }
  }
}
