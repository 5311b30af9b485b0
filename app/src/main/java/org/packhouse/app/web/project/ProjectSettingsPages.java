package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectChange;
import org.packhouse.app.hosting.project.ProjectChanges;
import org.packhouse.app.identity.avatar.AvatarOwner;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.avatar.rest.AvatarResponses;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Changes and deletes a project. */
@Controller
record ProjectSettingsPages(ProjectChanges changes, Avatars avatars) {

  record Form(
      @Nullable String name,
      @Nullable String newKey,
      @Nullable String description,
      @Nullable Boolean isPublic) {}

  @GetMapping({"/projects/{key}/settings", "/users/{user}/settings"})
  String settings(@Requires(Permission.PROJECT_ADMIN) ProjectView view, Model model) {
    Project project = view.project();
    return show(
        model, new Form(project.name(), project.key(), project.description(), project.isPublic()));
  }

  @PostMapping({"/projects/{key}/settings", "/users/{user}/settings"})
  String change(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      Form form,
      Model model,
      FormSubmission submission) {
    boolean personal = view.project().isPersonal();
    return submission.handle(
        () -> {
          ProjectChange change =
              new ProjectChange(
                  personal ? null : form.newKey(),
                  personal ? null : Forms.newName("project", form.name()),
                  form.description() == null ? "" : form.description().strip(),
                  personal ? null : Boolean.TRUE.equals(form.isPublic()));
          Project changed = changes.update(view.project().id(), change);
          return submission.saved(Links.to(changed) + "/settings", "The project is changed.");
        },
        () -> show(model, form));
  }

  @PostMapping("/projects/{key}/settings/avatar")
  String upload(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      HttpServletRequest request,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          avatars.put(
              new AvatarOwner.OfProject(view.project().id()),
              AvatarResponses.read(request, avatars.maxSize()));
          return submission.saved(view.link() + "/settings", "The picture is changed.");
        },
        () -> settings(view, model));
  }

  @PostMapping("/projects/{key}/settings/avatar/remove")
  String removeAvatar(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view, FormSubmission submission) {
    avatars.remove(new AvatarOwner.OfProject(view.project().id()));
    return submission.saved(view.link() + "/settings", "The picture is removed.");
  }

  @PostMapping("/projects/{key}/settings/delete")
  String delete(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      @RequestParam(defaultValue = "") String confirm,
      Model model,
      FormSubmission submission) {
    Project project = view.project();
    return submission.handle(
        () -> {
          if (!confirm.strip().equalsIgnoreCase(project.key())) {
            throw new InvalidFieldException(
                "confirm", "Type the project's key, %s, to delete it.".formatted(project.key()));
          }
          changes.delete(project.id());
          return submission.saved(
              "/projects", "The project %s is deleted.".formatted(project.key()));
        },
        () -> settings(view, model));
  }

  private static String show(Model model, Form form) {
    model.addAttribute("tab", "settings");
    model.addAttribute("form", form);
    return "project/settings";
  }
}
