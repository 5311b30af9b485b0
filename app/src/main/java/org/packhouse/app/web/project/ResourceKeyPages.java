package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.AccessKeys;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The SSH keys that a project or repository admits, whoever holds them. */
@Controller
class ResourceKeyPages {

  private static final int MAX_COUNT = 500;

  private final AccessKeys keys;

  ResourceKeyPages(AccessKeys keys) {
    this.keys = keys;
  }

  /**
   * The fields of the form.
   *
   * @param write whether the key may push
   */
  record Form(@Nullable String text, @Nullable String label, @Nullable Boolean write) {

    static final Form EMPTY = new Form(null, null, null);
  }

  @GetMapping({"/projects/{key}/access-keys", "/users/{user}/access-keys"})
  String ofProject(@Requires(Permission.PROJECT_ADMIN) ProjectView view, Model model) {
    return showProject(view, Form.EMPTY, model);
  }

  @PostMapping({"/projects/{key}/access-keys", "/users/{user}/access-keys"})
  String addToProject(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      Form form,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    return Forms.submit(
        () -> add(new ProjectId(view.project().id()), form, view.link(), redirect),
        () -> showProject(view, form, model),
        model,
        response);
  }

  @PostMapping({"/projects/{key}/access-keys/{id}/remove", "/users/{user}/access-keys/{id}/remove"})
  String removeFromProject(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      @PathVariable long id,
      RedirectAttributes redirect) {
    return remove(new ProjectId(view.project().id()), id, view.link(), redirect);
  }

  @GetMapping({
    "/projects/{key}/repos/{slug}/access-keys",
    "/users/{user}/repos/{slug}/access-keys"
  })
  String ofRepository(@Requires(Permission.REPO_ADMIN) RepositoryView view, Model model) {
    return showRepository(view, Form.EMPTY, model);
  }

  @PostMapping({
    "/projects/{key}/repos/{slug}/access-keys",
    "/users/{user}/repos/{slug}/access-keys"
  })
  String addToRepository(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      Form form,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    return Forms.submit(
        () -> add(new RepositoryId(view.repository().id()), form, view.link(), redirect),
        () -> showRepository(view, form, model),
        model,
        response);
  }

  @PostMapping({
    "/projects/{key}/repos/{slug}/access-keys/{id}/remove",
    "/users/{user}/repos/{slug}/access-keys/{id}/remove"
  })
  String removeFromRepository(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @PathVariable long id,
      RedirectAttributes redirect) {
    return remove(new RepositoryId(view.repository().id()), id, view.link(), redirect);
  }

  private String add(ResourceId resource, Form form, String link, RedirectAttributes redirect) {
    boolean write = Boolean.TRUE.equals(form.write());
    Permission permission =
        resource instanceof ProjectId
            ? write ? Permission.PROJECT_WRITE : Permission.PROJECT_READ
            : write ? Permission.REPO_WRITE : Permission.REPO_READ;
    String text = Forms.text(form.text());
    if (text == null) {
      throw new InvalidFieldException("text", "Paste the public key: the line of a .pub file.");
    }
    keys.add(resource, permission, text, Forms.text(form.label()), null);
    redirect.addFlashAttribute("saved", "The key is added.");
    return "redirect:" + link + "/access-keys";
  }

  private String remove(ResourceId resource, long id, String link, RedirectAttributes redirect) {
    keys.remove(resource, id);
    redirect.addFlashAttribute("saved", "The key is removed and opens nothing here any more.");
    return "redirect:" + link + "/access-keys";
  }

  private String showProject(ProjectView view, Form form, Model model) {
    model.addAttribute("tab", "access-keys");
    return show(new ProjectId(view.project().id()), form, model, "project/access-keys");
  }

  private String showRepository(RepositoryView view, Form form, Model model) {
    model.addAttribute("tab", "settings");
    return show(
        new RepositoryId(view.repository().id()), form, model, "project/repository-access-keys");
  }

  private String show(ResourceId resource, Form form, Model model, String template) {
    model.addAttribute("keys", keys.list(resource, null, "", 0, MAX_COUNT));
    model.addAttribute("form", form);
    return template;
  }
}
