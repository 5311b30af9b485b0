package org.packhouse.app.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.rest.Open;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The form that signs people in; what it sends is taken by Spring Security. */
@Controller
@Open("is where people sign in")
class LoginPage {

  @GetMapping("/login")
  String login(
      Caller caller,
      @RequestParam(required = false) @Nullable String next,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(defaultValue = "0") String seconds,
      @RequestParam(required = false) @Nullable String signedOut,
      @CookieValue(name = "packhouse_typed", required = false) @Nullable String typed,
      Model model) {
    if (caller.user() != null && error == null) {
      return "redirect:/dashboard";
    }
    model.addAttribute("section", "login");
    model.addAttribute("next", next);
    model.addAttribute("failure", failure(error, seconds));
    model.addAttribute("ended", "ended".equals(signedOut));
    model.addAttribute("signedOut", "".equals(signedOut));
    model.addAttribute("typed", error == null ? null : typed(typed));
    return "login";
  }

  /** The user name that was typed before, kept for a minute in a cookie: a URL would be logged. */
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

  private static @Nullable String failure(@Nullable String error, String seconds) {
    return switch (error) {
      case null -> null;
      case "wait" ->
          "Too many failed logins for this name. Try again in %s seconds."
              .formatted(seconds.matches("[0-9]{1,6}") ? seconds : "60");
      case "access" -> "This account may not sign in here. Ask an administrator for access.";
      default -> "The user name or the password is wrong. Check both and try again.";
    };
  }
}
