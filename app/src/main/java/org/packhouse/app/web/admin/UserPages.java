package org.packhouse.app.web.admin;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.recovery.ForgottenPasswords;
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

/** One user: profile, groups, addresses, password and sessions. */
@Controller
@Requires(Permission.ADMIN)
record UserPages(
    Users users,
    Groups groups,
    Accounts accounts,
    AccountAdministration administration,
    PrivilegeGuard ranks,
    UserFacts facts) {

  private static final String PATH = "/admin/users/{slug}";
  private static final Duration LINK_LIFE = Duration.ofDays(1);

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
      Caller caller, @PathVariable String slug, Form form, Model model, FormSubmission submission) {
    model.addAttribute("form", form);
    return change(
        over(caller, slug),
        model,
        submission,
        user -> {
          String name = form.displayName() == null ? "" : form.displayName().strip();
          accounts.describe(user, name, Forms.text(form.emailAddress()));
          return saved(submission, user, "The user is changed.");
        });
  }

  @PostMapping(PATH + "/rename")
  String rename(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String newName,
      Model model,
      FormSubmission submission) {
    model.addAttribute("newName", newName);
    return change(
        over(caller, slug),
        model,
        submission,
        user -> {
          User renamed = accounts.rename(user, newName.strip());
          return saved(submission, renamed, "The user is called %s now.".formatted(renamed.name()));
        });
  }

  /** Mails the link if possible; else shows it once, for the administrator to hand over. */
  @PostMapping(PATH + "/password-link")
  String resetPassword(
      Caller caller, @PathVariable String slug, Model model, FormSubmission submission) {
    User user = over(caller, slug);
    ForgottenPasswords forgotten = facts.forgotten();
    if (forgotten.canSend(user)) {
      forgotten.send(user);
      return saved(
          submission,
          user,
          "A link to set a new password is on its way to %s.".formatted(user.emailAddress()));
    }
    model.addAttribute("passwordLink", facts.links().make(user, LINK_LIFE));
    return show(user, model);
  }

  @PostMapping(PATH + "/sessions/end")
  String endSessions(Caller caller, @PathVariable String slug, FormSubmission submission) {
    User user = over(caller, slug);
    facts.sessions().end(user);
    return saved(submission, user, "All sessions of %s are ended.".formatted(user.displayName()));
  }

  @PostMapping(PATH + "/groups/add")
  String join(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String group,
      Model model,
      FormSubmission submission) {
    model.addAttribute("group", group);
    return change(
        over(caller, slug),
        model,
        submission,
        user -> {
          Group joined = group(group.strip());
          administration.join(caller, Set.of(joined), List.of(user));
          return saved(submission, user, "Added to %s.".formatted(joined.name()));
        });
  }

  @PostMapping(PATH + "/groups/remove")
  String leave(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String group,
      Model model,
      FormSubmission submission) {
    return change(
        over(caller, slug),
        model,
        submission,
        user -> {
          Group left = group(group);
          administration.leave(caller, left, user);
          return saved(submission, user, "Taken out of %s.".formatted(left.name()));
        });
  }

  /** Adds the address as confirmed: the administrator vouches for it. */
  @PostMapping(PATH + "/addresses")
  String addAddress(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String address,
      Model model,
      FormSubmission submission) {
    model.addAttribute("address", address);
    return change(
        over(caller, slug),
        model,
        submission,
        user -> {
          String added = facts.addresses().add(user, address.strip(), true).address();
          return saved(submission, user, "Commits that name %s are theirs now.".formatted(added));
        });
  }

  @PostMapping(PATH + "/addresses/{id}/remove")
  String removeAddress(
      Caller caller, @PathVariable String slug, @PathVariable long id, FormSubmission submission) {
    User user = over(caller, slug);
    facts.addresses().remove(user, id);
    return saved(submission, user, "The address is removed.");
  }

  @PostMapping(PATH + "/delete")
  String delete(
      Caller caller,
      @PathVariable String slug,
      @RequestParam(defaultValue = "") String confirm,
      Model model,
      FormSubmission submission) {
    return change(
        over(caller, slug),
        model,
        submission,
        user -> {
          if (!confirm.strip().equals(user.name())) {
            throw new InvalidFieldException("confirm", "This is not the name of the user.");
          }
          administration.delete(caller, user);
          return submission.saved("/admin/users", "%s is deleted.".formatted(user.displayName()));
        });
  }

  /** Makes a change, or shows the user's page again with what is wrong. */
  private String change(
      User user, Model model, FormSubmission submission, Function<User, String> change) {
    return submission.handle(() -> change.apply(user), () -> show(user, model));
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

  private static String saved(FormSubmission submission, User user, String words) {
    return submission.saved("/admin/users/" + Links.encode(user.slug()), words);
  }
}
