package org.packhouse.app.web.project;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryChange;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.DefaultBranches;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.source.commit.NamedCommits.Kind;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Changes, moves, archives and deletes a repository. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record RepositorySettingsPages(
    RepositoryChanges changes,
    RepositoryTrash trash,
    ResourceAccess access,
    DefaultBranches branches,
    OpenRepositories repositories,
    NamedCommits names,
    RepositorySizes sizes) {

  /**
   * The form with the values that it showed. Only fields that differ are changed, so that a form
   * left open for long does not undo changes of others.
   */
  record Form(
      @Nullable String name,
      @Nullable String description,
      @Nullable Boolean isPublic,
      @Nullable String shownName,
      @Nullable String shownDescription,
      @Nullable Boolean shownPublic) {

    static Form of(Repository repository) {
      return new Form(
          repository.name(),
          repository.description(),
          repository.isPublic(),
          repository.name(),
          repository.description(),
          repository.isPublic());
    }

    RepositoryChange change() {
      String newName = Forms.newName("repository", name);
      String newDescription = lines(description);
      boolean open = Boolean.TRUE.equals(isPublic);
      return new RepositoryChange(
          newName == null || newName.equals(shownName) ? null : newName,
          shownDescription != null && newDescription.equals(lines(shownDescription))
              ? null
              : newDescription,
          null,
          Boolean.valueOf(open).equals(shownPublic) ? null : open,
          null,
          null,
          null);
    }

    /** Browsers send line ends as CR LF. */
    private static String lines(@Nullable String text) {
      return text == null ? "" : text.replace("\r\n", "\n").strip();
    }
  }

  @GetMapping("/settings")
  String settings(@Requires(Permission.REPO_ADMIN) RepositoryView view, Model model)
      throws IOException {
    return show(view, model, Form.of(view.repository()));
  }

  @PostMapping("/settings")
  String change(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      Form form,
      Model model,
      FormSubmission submission)
      throws IOException {
    return submission.handle(
        () -> {
          Repository changed = changes.update(view.repository().id(), form.change());
          return submission.saved(Links.to(changed) + "/settings", "Saved.");
        },
        () -> show(view, model, form));
  }

  @PostMapping("/settings/default-branch")
  String changeDefaultBranch(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @RequestParam(defaultValue = "") String branch,
      Model model,
      FormSubmission submission)
      throws IOException {
    model.addAttribute("branch", branch);
    return submission.handle(
        () -> {
          String chosen = branch.strip();
          if (chosen.isEmpty()) {
            throw new InvalidFieldException("branch", "The repository needs a default branch.");
          }
          Forms.lookUp(
              "branch",
              () -> {
                branches.choose(view.repository(), chosen, view.caller());
                return chosen;
              });
          return submission.saved(
              view.link() + "/settings", "The default branch is %s now.".formatted(chosen));
        },
        () -> settings(view, model));
  }

  @PostMapping("/settings/archive")
  String archive(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @RequestParam boolean archived,
      FormSubmission submission) {
    Repository changed = changes.update(view.repository().id(), RepositoryChange.archive(archived));
    return submission.saved(
        Links.to(changed) + "/settings",
        archived
            ? "The repository is archived: nobody can push to it."
            : "The repository can be pushed to again.");
  }

  @PostMapping("/settings/move")
  String move(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @RequestParam(defaultValue = "") String target,
      Model model,
      FormSubmission submission)
      throws IOException {
    model.addAttribute("target", target);
    return submission.handle(
        () -> {
          if (target.isBlank()) {
            throw new InvalidFieldException("target", "Type the key of the project to move to.");
          }
          Project project =
              Forms.lookUp(
                  "target",
                  () -> {
                    access.requireToMove(view.caller(), view.repository());
                    return access.project(view.caller(), target.strip(), Permission.REPO_CREATE);
                  });
          Repository moved = changes.update(view.repository().id(), RepositoryChange.move(project));
          return submission.saved(
              Links.to(moved) + "/settings",
              "The repository is here now. Old addresses lead to it.");
        },
        () -> settings(view, model));
  }

  @PostMapping("/settings/delete")
  String delete(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @RequestParam(defaultValue = "") String confirm,
      Model model,
      FormSubmission submission)
      throws IOException {
    Repository repository = view.repository();
    return submission.handle(
        () -> {
          if (!confirm.strip().equals(repository.slug())) {
            throw new InvalidFieldException(
                "confirm",
                "Type the repository's name, %s, to delete it.".formatted(repository.slug()));
          }
          trash.trash(repository.id(), view.caller().user());
          return submission.saved(
              Links.to(repository.project()),
              "The repository %s is deleted.".formatted(repository.path()));
        },
        () -> settings(view, model));
  }

  private String show(RepositoryView view, Model model, Form form) throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      model.addAttribute("hasBranches", !names.names(open, Kind.BRANCH, "", 0, 1).isEmpty());
      model.addAttribute("head", open.refs().headTarget().substring("refs/heads/".length()));
      model.addAttribute("ownBytes", sizes.of(view.repository().id()));
    }
    model.addAttribute("tab", "settings");
    model.addAttribute("poolBytes", sizes.pool(view.repository().id()).orElse(null));
    model.addAttribute("form", form);
    return "project/repository-settings";
  }
}
