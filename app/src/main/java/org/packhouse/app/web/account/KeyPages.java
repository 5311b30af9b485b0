package org.packhouse.app.web.account;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.UserGpgKeys;
import org.packhouse.app.identity.key.UserKeys;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Pages of a user's SSH and GPG keys. */
@Controller
record KeyPages(UserKeys keys, UserGpgKeys gpgKeys) {

  private static final int MAX_COUNT = 500;
  private static final String SSH_PAGE = "/account/ssh-keys";
  private static final String GPG_PAGE = "/account/gpg-keys";

  /** The form of a key; GPG keys have no label. */
  record Form(@Nullable String text, @Nullable String label) {}

  @GetMapping(SSH_PAGE)
  String list(@Requires(Permission.LICENSED_USER) User user, Model model) {
    return show(user, new Form(null, null), model);
  }

  @PostMapping(SSH_PAGE)
  String add(
      @Requires(Permission.LICENSED_USER) User user,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          String text = form.text() == null ? "" : form.text().strip();
          keys.add(user, text, Forms.text(form.label()), null);
          return submission.saved(SSH_PAGE, "The key is added.");
        },
        () -> show(user, form, model));
  }

  @PostMapping(SSH_PAGE + "/{id}/remove")
  String remove(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable long id,
      FormSubmission submission) {
    keys.remove(user, id);
    return submission.saved(SSH_PAGE, "The key is removed and opens nothing any more.");
  }

  private String show(User user, Form form, Model model) {
    model.addAttribute("tab", "ssh-keys");
    model.addAttribute("keys", keys.list(user, 0, MAX_COUNT));
    model.addAttribute("form", form);
    return "account/ssh-keys";
  }

  @GetMapping(GPG_PAGE)
  String listGpg(@Requires(Permission.LICENSED_USER) User user, Model model) {
    return showGpg(user, new Form(null, null), model);
  }

  @PostMapping(GPG_PAGE)
  String addGpg(
      @Requires(Permission.LICENSED_USER) User user,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          gpgKeys.add(user, form.text() == null ? "" : form.text().strip());
          return submission.saved(GPG_PAGE, "The key is added.");
        },
        () -> showGpg(user, form, model));
  }

  @PostMapping(GPG_PAGE + "/{fingerprint}/remove")
  String removeGpg(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable String fingerprint,
      FormSubmission submission) {
    gpgKeys.find(fingerprint).forEach(key -> gpgKeys.remove(user, key));
    return submission.saved(
        GPG_PAGE, "The key is removed: what it signed is not verified any more.");
  }

  private String showGpg(User user, Form form, Model model) {
    model.addAttribute("tab", "gpg-keys");
    model.addAttribute("keys", gpgKeys.list(user, 0, MAX_COUNT));
    model.addAttribute("form", form);
    return "account/gpg-keys";
  }
}
