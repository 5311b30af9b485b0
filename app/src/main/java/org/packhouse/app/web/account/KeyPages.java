package org.packhouse.app.web.account;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.UserKeys;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Pages of a user's SSH keys. */
@Controller
record KeyPages(UserKeys keys) {

  private static final int MAX_COUNT = 500;

  record Form(@Nullable String text, @Nullable String label) {}

  @ModelAttribute("section")
  String section() {
    return "account";
  }

  @GetMapping("/account/ssh-keys")
  String list(@Requires(Permission.LICENSED_USER) User user, Model model) {
    return show(user, new Form(null, null), model);
  }

  @PostMapping("/account/ssh-keys")
  String add(
      @Requires(Permission.LICENSED_USER) User user,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          String text = form.text() == null ? "" : form.text().strip();
          keys.add(user, text, Forms.text(form.label()), null);
          return submission.saved("/account/ssh-keys", "The key is added.");
        },
        () -> show(user, form, model));
  }

  @PostMapping("/account/ssh-keys/{id}/remove")
  String remove(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable long id,
      FormSubmission submission) {
    keys.remove(user, id);
    return submission.saved("/account/ssh-keys", "The key is removed and opens nothing any more.");
  }

  private String show(User user, Form form, Model model) {
    model.addAttribute("tab", "ssh-keys");
    model.addAttribute("keys", keys.list(user, 0, MAX_COUNT));
    model.addAttribute("form", form);
    return "account/ssh-keys";
  }
}
