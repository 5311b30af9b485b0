package org.packhouse.app.web.project;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.fork.ForkRequests;
import org.packhouse.app.hosting.fork.Forking;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.source.sync.ForkSync;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Forks a repository, and lists its forks. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record ForkPages(
    ForkRequests requests, ForkSync sync, RepositorySearch repositories, ResourceAccess access) {

  private static final int PAGE = 50;

  record Form(@Nullable String project, @Nullable String name, @Nullable Boolean follow) {}

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/fork")
  String form(@Requires(Permission.REPO_READ) RepositoryView view, Model model) {
    User user = view.caller().user();
    String own = user == null ? null : "~" + user.slug();
    return show(new Form(own, view.repository().name(), true), model);
  }

  @Requires(Permission.LICENSED_USER)
  @PostMapping("/fork")
  String fork(
      @Requires(Permission.REPO_READ) RepositoryView view,
      Form form,
      Model model,
      FormSubmission submission)
      throws IOException {
    Caller caller = view.caller();
    return submission.handle(
        () -> "redirect:" + Links.to(make(caller, view.repository(), form)),
        () -> show(form, model));
  }

  private Repository make(Caller caller, Repository origin, Form form) throws IOException {
    Forking.NewFork wanted = new Forking.NewFork(Forms.text(form.name()), null, null);
    String key = Forms.text(form.project());
    if (key != null) {
      Forms.lookUp("project", () -> access.project(caller, key, Permission.REPO_CREATE));
    }
    Repository fork = requests.fork(caller, origin, key, wanted);
    if (Boolean.TRUE.equals(form.follow())) {
      sync.setEnabled(fork, true, caller);
    }
    return fork;
  }

  private static String show(Form form, Model model) {
    model.addAttribute("tab", "forks");
    model.addAttribute("form", form);
    return "project/fork";
  }

  @GetMapping("/forks")
  String forks(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    PageRequest page = new PageRequest(Math.max(0, start), PAGE);
    Page<Repository> found = repositories.findForks(view.caller(), view.repository(), page);

    model.addAttribute("tab", "forks");
    model.addAttribute("page", found);
    PageLinks.add(model, view.link() + "/forks?start=", found);
    return "project/forks";
  }
}
