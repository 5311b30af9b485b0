package org.packhouse.app.web.account;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.avatar.AvatarOwner;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.avatar.rest.AvatarResponses;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.password.TooManySignInsException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.session.UserSessions;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.AddressConfirmation;
import org.packhouse.app.identity.user.PrimaryAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Pages of a user's profile, password and appearance settings. */
@Controller
record AccountPages(
    Accounts accounts,
    PrimaryAddresses primary,
    AddressConfirmation confirmation,
    Passwords passwords,
    UserSessions sessions,
    Avatars avatars) {

  private static final int YEAR = 365 * 24 * 3600;

  /** The profile's form; {@code current} is the password, which a new address requires. */
  record Profile(
      @Nullable String displayName, @Nullable String emailAddress, @Nullable String current) {

    @Override
    public String toString() {
      return "Profile[" + displayName + ", " + emailAddress + "]";
    }
  }

  record NewPassword(@Nullable String current, @Nullable String password, @Nullable String again) {

    @Override
    public String toString() {
      return "NewPassword[]";
    }
  }

  @GetMapping("/account")
  String profile(@Requires(Permission.LICENSED_USER) User user, Model model) {
    return show(user, model, new Profile(user.displayName(), user.emailAddress(), null));
  }

  @PostMapping("/account")
  String change(
      @Requires(Permission.LICENSED_USER) User user,
      Profile form,
      HttpServletRequest request,
      Model model,
      FormSubmission submission) {
    String address = Forms.text(form.emailAddress());
    boolean another =
        !Objects.equals(address, user.emailAddress())
            || (Forms.text(form.current()) != null && !primary.isConfirmed(user));
    return submission.handle(
        () -> {
          if (another) {
            requirePassword(user, form.current(), request);
          }
          String name = form.displayName() == null ? "" : form.displayName().strip();
          User changed =
              another ? primary.describe(user, name, address) : accounts.describe(user, name);
          return submission.saved(
              "/account",
              another && address != null && !primary.isConfirmed(changed, address)
                  ? "A link is on its way to %s. Open it to confirm the address.".formatted(address)
                  : "Your profile is changed.");
        },
        () -> show(user, model, form));
  }

  @PostMapping("/account/avatar")
  String upload(
      @Requires(Permission.LICENSED_USER) User user,
      HttpServletRequest request,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          avatars.put(
              new AvatarOwner.OfUser(user.id()), AvatarResponses.read(request, avatars.maxSize()));
          return submission.saved("/account", "Your picture is changed.");
        },
        () -> profile(user, model));
  }

  @PostMapping("/account/avatar/remove")
  String removeAvatar(@Requires(Permission.LICENSED_USER) User user, FormSubmission submission) {
    avatars.remove(new AvatarOwner.OfUser(user.id()));
    return submission.saved("/account", "Your picture is removed.");
  }

  @GetMapping("/account/password")
  String password(@Requires(Permission.LICENSED_USER) User user, Model model) {
    model.addAttribute("tab", "password");
    return "account/password";
  }

  @PostMapping("/account/password")
  String changePassword(
      @Requires(Permission.LICENSED_USER) User user,
      NewPassword form,
      HttpServletRequest request,
      Model model,
      FormSubmission submission) {
    model.addAttribute("tab", "password");
    String password = form.password() == null ? "" : form.password();
    return submission.handle(
        () -> {
          requirePassword(user, form.current(), request);
          if (!password.equals(form.again())) {
            throw new InvalidFieldException("again", "The two new passwords are not the same.");
          }
          sessions.keep(passwords.set(user, password), request);
          return submission.saved(
              "/account/password", "Your password is changed. All your other sessions have ended.");
        },
        () -> "account/password");
  }

  private void requirePassword(User user, @Nullable String current, HttpServletRequest request) {
    try {
      if (!passwords.matches(user, current == null ? "" : current, request.getRemoteAddr())) {
        throw new InvalidFieldException("current", "This is not your password.");
      }
    } catch (TooManySignInsException e) {
      throw Forms.at("current", e.getMessage(), e);
    }
  }

  @GetMapping("/account/appearance")
  String appearance(@Requires(Permission.LICENSED_USER) User user, Model model) {
    model.addAttribute("tab", "appearance");
    return "account/appearance";
  }

  @PostMapping("/account/appearance")
  String changeAppearance(
      @Requires(Permission.LICENSED_USER) User user,
      @RequestParam(defaultValue = "system") String theme,
      @RequestParam(defaultValue = "default") String diff,
      @RequestParam(defaultValue = "false") boolean shortcuts,
      HttpServletRequest request,
      HttpServletResponse response,
      FormSubmission submission) {
    response.addCookie(cookie(request, "packhouse_theme", theme, "system"));
    response.addCookie(cookie(request, "packhouse_diff", diff, "default"));
    response.addCookie(cookie(request, "packhouse_shortcuts", shortcuts ? "on" : "off", "on"));
    return submission.saved("/account/appearance", "Saved for this browser.");
  }

  private static Cookie cookie(
      HttpServletRequest request, String name, String value, String whenAbsent) {
    boolean plain = value.matches("[a-z-]{1,20}") && !value.equals(whenAbsent);
    Cookie cookie = new Cookie(name, plain ? value : "");
    cookie.setMaxAge(plain ? YEAR : 0);
    cookie.setPath(request.getContextPath().isEmpty() ? "/" : request.getContextPath());
    cookie.setSecure(request.isSecure());
    cookie.setAttribute("SameSite", "Lax");
    return cookie;
  }

  private String show(User user, Model model, Profile form) {
    model.addAttribute("tab", "profile");
    model.addAttribute("canConfirm", confirmation.canSend(user));
    model.addAttribute("confirmed", user.emailAddress() == null || primary.isConfirmed(user));
    model.addAttribute("pending", primary.pendingOf(user).orElse(null));
    model.addAttribute("form", form);
    return "account/profile";
  }
}
