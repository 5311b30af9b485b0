package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.signin.LocalRedirect;
import org.packhouse.app.platform.rest.Open;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;

/** The login form, whose submission Spring Security handles. */
@Controller
@Open("is where people sign in")
class LoginPage {

  /**
   * Query of the login page.
   *
   * @param seconds seconds until the next attempt is allowed
   * @param signedOut {@code ended} after an expired session, empty after a logout
   */
  record LoginQuery(
      @Nullable String next,
      @Nullable String error,
      @Nullable String seconds,
      @Nullable String signedOut) {}

  @GetMapping("/login")
  @Nullable String login(
      Caller caller,
      LoginQuery query,
      @CookieValue(name = "packhouse_typed", required = false) @Nullable String typed,
      HttpServletRequest request,
      HttpServletResponse response,
      Model model)
      throws IOException {
    if (caller.user() != null && query.error() == null) {
      // A view named "redirect:..." would expand braces in the address.
      response.sendRedirect(
          request.getContextPath() + LocalRedirect.of(query.next()).orElse("/dashboard"));
      return null;
    }
    model.addAttribute("section", "login");
    model.addAttribute("next", query.next());
    model.addAttribute("failure", failure(query.error(), query.seconds()));
    model.addAttribute("ended", "ended".equals(query.signedOut()));
    model.addAttribute("signedOut", "".equals(query.signedOut()));
    model.addAttribute("typed", query.error() == null ? null : typed(typed));
    return "login";
  }

  /** The name travels in a cookie that lives for a minute, because a URL would be logged. */
  private static @Nullable String typed(@Nullable String cookie) {
    if (cookie == null) {
      return null;
    }
    try {
      return URLDecoder.decode(cookie, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  private static @Nullable String failure(@Nullable String error, @Nullable String seconds) {
    return switch (error) {
      case null -> null;
      case "wait" ->
          "Too many failed logins for this name. Try again in %s seconds."
              .formatted(seconds != null && seconds.matches("[0-9]{1,6}") ? seconds : "60");
      case "access" -> "This account may not sign in here. Ask an administrator for access.";
      default -> "The user name or the password is wrong. Check both and try again.";
    };
  }
}
