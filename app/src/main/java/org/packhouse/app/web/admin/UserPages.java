package org.packhouse.app.web.admin;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.recovery.ForgottenPasswords;
import org.packhouse.app.identity.recovery.PasswordLinks;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** One user: profile, groups, addresses, password and sessions. */
@Controller
@Requires(Permission.ADMIN)
class UserPages {

  private static final String PATH = "/admin/users/{slug}";
  private static final Duration LINK_LIFE = Duration.ofDays(1);

  private final Users users;
  private final Groups groups;
  private final Accounts accounts;
  private final AccountAdministration administration;
  private final PrivilegeGuard ranks;
  private final UserFacts facts;

  UserPages(
      Users users,
      Groups groups,
      Accounts accounts,
      AccountAdministration administration,
      PrivilegeGuard ranks,
      UserFacts facts) {
    this.users = users;
    this.groups = groups;
    this.accounts = accounts;
    this.administration = administration;
    this.ranks = ranks;
    this.facts = facts;
  }

  record Form(@Nullable String displayName, @Nullable String emailAddress) {}

  @GetMapping(PATH)
  String show(@PathVariable String slug, Model model) {
    return show(require(slug), model);
  }

  private String show(User user, Model model) {
    model.addAttribute("tab", "users");
    model.addAttribute("user", user);
    model.addAttribute("facts", facts.of(user));
    model.addAttribute("groups", groups.groupsOf(user));
    model.addAttribute("addresses", facts.addresses().of(user));
    String address = user.emailAddress();
    model.addAttribute(
        "addressConfirmed",
        address == null || facts.addresses().confirmedOf(user).contains(address));
    if (!model.containsAttribute("form")) {
      model.addAttribute("form", new Form(user.displayName(), user.emailAddress()));
    }
    return "admin/user";
  }

  @PostMapping(PATH)
  String describe(
      Caller caller,
      @PathVariable String slug,
      Form form,
      Model model,
      FormSubmission submission,
      RedirectAttributes redirect) {
    User user = over(caller, slug);
    model.addAttribute("form", form);
    return submission.handle(
        () -> {
          String name = form.displayName() == null ? "" : form.displayName().strip();
          accounts.describe(user, name, Forms.text(form.emailAddress()));
          return saved(redirect, user, "The user is changed.");
        },
        () -> show(user, model));
  }

  @PostMapping(PATH + "/rename")
  String rename(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String newName,
      Model model,
      FormSubmission submission,
      RedirectAttributes redirect) {
    User user = over(caller, slug);
    model.addAttribute("newName", newName);
    return submission.handle(
        () -> {
          User renamed = accounts.rename(user, newName.strip());
          return saved(redirect, renamed, "The user is called %s now.".formatted(renamed.name()));
        },
        () -> show(user, model));
  }

  /** Mails the link if possible; else shows it once, for the administrator to hand over. */
  @PostMapping(PATH + "/password-link")
  String resetPassword(
      Caller caller, @PathVariable String slug, Model model, RedirectAttributes redirect) {
    User user = over(caller, slug);
    ForgottenPasswords forgotten = facts.forgotten();
    if (forgotten.canSend(user)) {
      forgotten.send(user);
      return saved(
          redirect,
          user,
          "A link to set a new password is on its way to %s.".formatted(user.emailAddress()));
    }
    PasswordLinks links = facts.links();
    model.addAttribute("passwordLink", links.make(user, LINK_LIFE));
    return show(user, model);
  }

  @PostMapping(PATH + "/sessions/end")
  String endSessions(Caller caller, @PathVariable String slug, RedirectAttributes redirect) {
    User user = over(caller, slug);
    facts.sessions().end(user);
    return saved(redirect, user, "All sessions of %s are ended.".formatted(user.displayName()));
  }

  @PostMapping(PATH + "/groups/add")
  String join(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String group,
      Model model,
      FormSubmission submission,
      RedirectAttributes redirect) {
    User user = over(caller, slug);
    model.addAttribute("group", group);
    return submission.handle(
        () -> {
          Group joined = group(group.strip());
          administration.join(caller, Set.of(joined), List.of(user));
          return saved(redirect, user, "Added to %s.".formatted(joined.name()));
        },
        () -> show(user, model));
  }

  @PostMapping(PATH + "/groups/remove")
  String leave(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String group,
      Model model,
      FormSubmission submission,
      RedirectAttributes redirect) {
    User user = over(caller, slug);
    return submission.handle(
        () -> {
          Group left = group(group);
          administration.leave(caller, left, user);
          return saved(redirect, user, "Taken out of %s.".formatted(left.name()));
        },
        () -> show(user, model));
  }

  /** Adds the address as confirmed: the administrator vouches for it. */
  @PostMapping(PATH + "/addresses")
  String addAddress(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String address,
      Model model,
      FormSubmission submission,
      RedirectAttributes redirect) {
    User user = over(caller, slug);
    model.addAttribute("address", address);
    return submission.handle(
        () -> {
          String added = facts.addresses().add(user, address.strip(), true).address();
          return saved(redirect, user, "Commits that name %s are theirs now.".formatted(added));
        },
        () -> show(user, model));
  }

  @PostMapping(PATH + "/addresses/{id}/remove")
  String removeAddress(
      Caller caller,
      @PathVariable String slug,
      @PathVariable long id,
      RedirectAttributes redirect) {
    User user = over(caller, slug);
    facts.addresses().remove(user, id);
    return saved(redirect, user, "The address is removed.");
  }

  @PostMapping(PATH + "/delete")
  String delete(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String confirm,
      Model model,
      FormSubmission submission,
      RedirectAttributes redirect) {
    User user = over(caller, slug);
    return submission.handle(
        () -> {
          if (!confirm.strip().equals(user.name())) {
            throw new InvalidFieldException("confirm", "This is not the name of the user.");
          }
          administration.delete(caller, user);
          redirect.addFlashAttribute("saved", "%s is deleted.".formatted(user.displayName()));
          return "redirect:/admin/users";
        },
        () -> show(user, model));
  }

  private Group group(String name) {
    return groups
        .findByName(name)
        .orElseThrow(() ->
            new InvalidFieldException(
                "group", "No group is called %s.".formatted(InvalidFieldException.quote(name))));
  }

  private User over(Caller caller, String slug) {
    User user = require(slug);
    ranks.requireOver(caller, user);
    return user;
  }

  private User require(String slug) {
    return users
        .findBySlug(slug.replace("\0", ""))
        .orElseThrow(() -> new NotFoundException("There is no user '%s'.".formatted(slug)));
  }

  private static String saved(RedirectAttributes redirect, User user, String words) {
    redirect.addFlashAttribute("saved", words);
    return "redirect:/admin/users/" + Links.encode(user.slug());
  }
}
