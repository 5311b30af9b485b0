package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.AccessKeys;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** SSH access keys of a project or repository. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record ResourceKeyPages(AccessKeys keys) {

  private static final int MAX_COUNT = 500;

  /** The form; {@code write} lets the key push. */
  record Form(@Nullable String text, @Nullable String label, @Nullable Boolean write) {

    static final Form EMPTY = new Form(null, null, null);
  }

  @GetMapping({"/access-keys", "/repos/{slug}/access-keys"})
  String list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    return show(view, Form.EMPTY, model);
  }

  @PostMapping({"/access-keys", "/repos/{slug}/access-keys"})
  String add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          add(view, form);
          return submission.saved(view.link() + "/access-keys", "The key is added.");
        },
        () -> show(view, form, model));
  }

  @PostMapping({"/access-keys/{id}/remove", "/repos/{slug}/access-keys/{id}/remove"})
  String remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      FormSubmission submission) {
    keys.remove(view.id(), id);
    return submission.saved(
        view.link() + "/access-keys", "The key is removed and opens nothing here any more.");
  }

  private void add(ResourceView view, Form form) {
    boolean write = Boolean.TRUE.equals(form.write());
    Permission permission =
        view instanceof ProjectView
            ? write ? Permission.PROJECT_WRITE : Permission.PROJECT_READ
            : write ? Permission.REPO_WRITE : Permission.REPO_READ;
    String text = Forms.text(form.text());
    if (text == null) {
      throw new InvalidFieldException("text", "Paste the public key: the line of a .pub file.");
    }
    keys.add(view.id(), permission, text, Forms.text(form.label()), null);
  }

  private String show(ResourceView view, Form form, Model model) {
    model.addAttribute("keys", keys.list(view.id(), null, "", 0, MAX_COUNT));
    model.addAttribute("form", form);
    model.addAttribute("tab", view instanceof ProjectView ? "access-keys" : "settings");
    return view instanceof ProjectView ? "project/access-keys" : "project/repository-access-keys";
  }
}
