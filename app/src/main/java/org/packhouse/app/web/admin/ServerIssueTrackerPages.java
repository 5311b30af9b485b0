package org.packhouse.app.web.admin;

import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.source.issue.IssueTrackers;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.project.IssueTrackerForm;
import org.packhouse.app.web.project.IssueTrackerForm.Choice;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/** The server's issue tracker, for projects that have none of their own. */
@Controller
@Requires(Permission.ADMIN)
record ServerIssueTrackerPages(IssueTrackers trackers) {

  private static final String PATH = "/admin/issue-tracker";

  @GetMapping(PATH)
  String get(Model model) {
    IssueTracker tracker = trackers.of(null).tracker();
    return show(IssueTrackerForm.of(tracker == null ? Choice.NONE : Choice.OWN, tracker), model);
  }

  @PostMapping(PATH)
  String set(IssueTrackerForm form, Model model, FormSubmission submission) {
    return submission.handle(
        () -> {
          if (form.choice() == Choice.OWN) {
            trackers.set(null, form.tracker());
          } else {
            form.refuseDroppedUrl(trackers.of(null).tracker());
            trackers.reset(null);
          }
          return submission.saved(PATH, "The issue tracker is saved.");
        },
        () -> show(form, model));
  }

  private static String show(IssueTrackerForm form, Model model) {
    model.addAttribute("form", form);
    model.addAttribute("url", PATH);
    model.addAttribute("tab", "issue-tracker");
    return "admin/issue-tracker";
  }
}
