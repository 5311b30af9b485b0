package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.source.issue.IssueTrackerSetting;
import org.packhouse.app.source.issue.IssueTrackers;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.ResourceView;
import org.packhouse.app.web.project.IssueTrackerForm.Choice;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** The issue tracker of a project or repository. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record IssueTrackerPages(IssueTrackers trackers) {

  private static final String PAGE = "/settings/issue-tracker";

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String get(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    Resource resource = view.resource();
    IssueTrackerSetting setting = trackers.of(resource);
    if (!setting.scope().isOf(resource)) {
      return show(view, IssueTrackerForm.of(Choice.INHERITED, null), model);
    }
    IssueTracker tracker = setting.tracker();
    Choice choice = tracker == null ? Choice.NONE : Choice.OWN;
    return show(view, IssueTrackerForm.of(choice, tracker), model);
  }

  @PostMapping({PAGE, "/repos/{slug}" + PAGE})
  String set(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      IssueTrackerForm form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          change(view.resource(), form);
          return submission.saved(view.link() + PAGE, "The issue tracker is saved.");
        },
        () -> show(view, form, model));
  }

  private void change(Resource resource, IssueTrackerForm form) {
    if (form.choice() == Choice.OWN) {
      trackers.set(resource, form.tracker());
      return;
    }
    form.refuseDroppedUrl(own(resource));
    if (form.choice() == Choice.NONE) {
      trackers.set(resource, null);
    } else {
      trackers.reset(resource);
    }
  }

  /** Returns the tracker set on the resource itself; null: none. */
  private @Nullable IssueTracker own(Resource resource) {
    IssueTrackerSetting setting = trackers.of(resource);
    return setting.scope().isOf(resource) ? setting.tracker() : null;
  }

  private String show(ResourceView view, IssueTrackerForm form, Model model) {
    Resource resource = view.resource();
    model.addAttribute("form", form);
    model.addAttribute("above", trackers.of(above(resource)).tracker());
    model.addAttribute("aboveName", resource.repository() == null ? "server" : "project");
    model.addAttribute("url", view.link() + PAGE);
    model.addAttribute("tab", "settings");
    return "project/issue-tracker";
  }

  /** Returns the resource whose setting is inherited; null: the server. */
  private static @Nullable Resource above(Resource resource) {
    return resource.repository() == null ? null : new Resource(resource.project(), null);
  }
}
