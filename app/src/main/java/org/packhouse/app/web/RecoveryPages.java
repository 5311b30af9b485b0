package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.recovery.ForgottenPasswords;
import org.packhouse.app.identity.recovery.PasswordLinks;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.Open;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Pages for users who forgot their password: they request a link by mail and set a password with
 * it.
 */
@Controller
@Open("is for those who cannot sign in; the link that was mailed says who they are")
record RecoveryPages(ForgottenPasswords forgotten, PasswordLinks links) {

  private static final String VOID =
      "This link works no more: it was used, is too old, or another one was sent since.";

  @ModelAttribute("section")
  String section() {
    return "login";
  }

  @GetMapping("/forgot-password")
  String ask(@RequestParam(required = false) @Nullable String sent, Model model) {
    model.addAttribute("canSend", forgotten.canSend());
    model.addAttribute("sent", sent != null);
    return "forgot-password";
  }

  /** Answers alike whether the user exists or not. */
  @PostMapping("/forgot-password")
  String send(@RequestParam(defaultValue = "") String name) {
    if (forgotten.canSend()) {
      forgotten.ask(name);
    }
    return "redirect:/forgot-password?sent";
  }

  @GetMapping("/reset-password")
  String form(
      @RequestParam(defaultValue = "") String token, Model model, HttpServletResponse response) {
    User user = links.find(token).orElseThrow(() -> new NotFoundException(VOID));
    response.setHeader("Referrer-Policy", "no-referrer");
    return show(model, token, user);
  }

  @PostMapping("/reset-password")
  String set(
      @RequestParam(defaultValue = "") String token,
      @RequestParam(defaultValue = "") String password,
      @RequestParam(defaultValue = "") String again,
      Model model,
      FormSubmission submission) {
    User user = links.find(token).orElseThrow(() -> new NotFoundException(VOID));

    return submission.handle(
        () -> {
          if (!password.equals(again)) {
            throw new InvalidFieldException("again", "The two passwords are not the same.");
          }
          if (links.use(token, password).isEmpty()) {
            throw new NotFoundException(VOID);
          }
          return submission.saved("/login", "Your password is set. Sign in with it.");
        },
        () -> show(model, token, user));
  }

  private static String show(Model model, String token, User user) {
    model.addAttribute("token", token);
    model.addAttribute("name", user.name());
    return "reset-password";
  }
}
