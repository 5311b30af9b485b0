package org.packhouse.app.web.account;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.UserGpgKeys;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.web.FormSubmission;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

@Controller
record GpgKeyPages(UserGpgKeys keys) {

  private static final int MAX_COUNT = 500;
  private static final String PAGE = "/account/gpg-keys";

  record Form(@Nullable String text) {}

  @ModelAttribute("section")
  String section() {
    return "account";
  }

  @GetMapping(PAGE)
  String list(@Requires(Permission.LICENSED_USER) User user, Model model) {
    return show(user, new Form(null), model);
  }

  @PostMapping(PAGE)
  String add(
      @Requires(Permission.LICENSED_USER) User user,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          keys.add(user, form.text() == null ? "" : form.text().strip());
          return submission.saved(PAGE, "The key is added.");
        },
        () -> show(user, form, model));
  }

  @PostMapping(PAGE + "/{fingerprint}/remove")
  String remove(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable String fingerprint,
      FormSubmission submission) {
    keys.find(fingerprint).forEach(key -> keys.remove(user, key));
    return submission.saved(PAGE, "The key is removed: what it signed is not verified any more.");
  }

  private String show(User user, Form form, Model model) {
    model.addAttribute("tab", "gpg-keys");
    model.addAttribute("keys", keys.list(user, 0, MAX_COUNT));
    model.addAttribute("form", form);
    return "account/gpg-keys";
  }
}
