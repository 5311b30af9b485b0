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
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Pages of a user's SSH keys. */
@Controller
class KeyPages {

  private static final int MAX_COUNT = 500;

  private final UserKeys keys;

  KeyPages(UserKeys keys) {
    this.keys = keys;
  }

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
      FormSubmission submission,
      RedirectAttributes redirect) {
    return submission.handle(
        () -> {
          String text = form.text() == null ? "" : form.text().strip();
          keys.add(user, text, Forms.text(form.label()), null);
          redirect.addFlashAttribute("saved", "The key is added.");
          return "redirect:/account/ssh-keys";
        },
        () -> show(user, form, model));
  }

  @PostMapping("/account/ssh-keys/{id}/remove")
  String remove(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable long id,
      RedirectAttributes redirect) {
    keys.remove(user, id);
    redirect.addFlashAttribute("saved", "The key is removed and opens nothing any more.");
    return "redirect:/account/ssh-keys";
  }

  private String show(User user, Form form, Model model) {
    model.addAttribute("tab", "ssh-keys");
    model.addAttribute("keys", keys.list(user, 0, MAX_COUNT));
    model.addAttribute("form", form);
    return "account/ssh-keys";
  }
}
