package org.packhouse.app.web.admin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists and creates users, and activates and deactivates them. */
@Controller
@Requires(Permission.ADMIN)
record AdminPages(
    UserLists directory, Users users, AccountAdministration administration, UserFacts facts) {

  private static final int PAGE = 50;

  record Form(
      @Nullable String name,
      @Nullable String displayName,
      @Nullable String emailAddress,
      @Nullable String password) {
    @Override
    public String toString() {
      return "Form[" + name + "]";
    }
  }

  /** A user of the list; {@code rank} is null for all but administrators. */
  record Line(User user, @Nullable Instant lastSignIn, @Nullable String rank) {}

  @GetMapping("/admin/users")
  String list(
      @RequestParam(defaultValue = "") String filter,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    PageRequest request = new PageRequest(Math.max(0, start), PAGE);
    Page<User> page =
        Page.ofOneMore(request, directory.all(filter.strip(), request.start(), request.oneMore()));
    String url = "/admin/users?filter=" + Links.encode(filter) + "&start=";
    model.addAttribute("tab", "users");
    model.addAttribute("filter", filter);
    model.addAttribute("users", lines(page.values()));
    PageLinks.add(model, url, page);
    if (!model.containsAttribute("form")) {
      model.addAttribute("form", new Form(null, null, null, null));
    }
    return "admin/users";
  }

  private List<Line> lines(List<User> some) {
    Map<Long, Instant> times = facts.lastSignIns().of(some.stream().map(User::id).toList());
    Map<Long, String> ranks = facts.ranks();
    return some.stream()
        .map(user -> new Line(user, times.get(user.id()), ranks.get(user.id())))
        .toList();
  }

  @PostMapping("/admin/users")
  String create(Caller caller, Form form, Model model, FormSubmission submission) {
    model.addAttribute("form", form);
    return submission.handle(
        () -> {
          User made =
              administration.create(
                  caller,
                  form.name() == null ? "" : form.name().strip(),
                  Objects.requireNonNullElse(form.password(), ""),
                  form.displayName() == null ? "" : form.displayName().strip(),
                  Forms.text(form.emailAddress()),
                  true);
          return submission.saved(
              "/admin/users", "%s can sign in now.".formatted(made.displayName()));
        },
        () -> list("", 0, model));
  }

  @PostMapping("/admin/users/{slug}/active")
  String activate(
      Caller caller,
      @PathVariable String slug,
      @RequestParam boolean active,
      FormSubmission submission) {
    User user =
        users
            .findBySlug(slug)
            .orElseThrow(() -> new NotFoundException("There is no user '%s'.".formatted(slug)));
    administration.activate(caller, user, active);
    return submission.saved(
        "/admin/users",
        active
            ? "%s can sign in again.".formatted(user.displayName())
            : "%s is shut out from now on.".formatted(user.displayName()));
  }
}
