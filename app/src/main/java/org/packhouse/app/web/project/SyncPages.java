package org.packhouse.app.web.project;

import java.io.IOException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.source.sync.ForkSync;
import org.packhouse.app.source.sync.SyncStatus;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The synchronization of a fork with its origin. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record SyncPages(ForkSync sync) {

  @GetMapping("/sync")
  String show(@Requires(Permission.REPO_READ) RepositoryView view, Model model) throws IOException {
    SyncStatus status = sync.status(view.repository(), view.caller());
    model.addAttribute("tab", "forks");
    model.addAttribute("status", status);
    return "project/sync";
  }

  @PostMapping("/sync")
  String enable(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @RequestParam boolean enabled,
      FormSubmission submission)
      throws IOException {
    sync.setEnabled(view.repository(), enabled, view.caller());
    return submission.saved(
        view.link() + "/sync",
        enabled ? "The fork follows its origin now." : "The fork does not follow its origin now.");
  }

  @PostMapping("/sync/ref")
  String synchronize(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam String ref,
      @RequestParam ForkSync.Action action,
      FormSubmission submission)
      throws IOException {
    if (action == ForkSync.Action.DISCARD) {
      return "redirect:" + view.link() + "/sync/discard?ref=" + Links.encode(ref);
    }
    try {
      sync.synchronize(view.repository(), ref, action, null, view.caller());
      return submission.saved(view.link() + "/sync", "Done.");
    } catch (RefusedException e) {
      if (Refusals.of(e).restStatus() != 409) {
        throw e;
      }
      return submission.failed(view.link() + "/sync", e.getMessage());
    }
  }
}
