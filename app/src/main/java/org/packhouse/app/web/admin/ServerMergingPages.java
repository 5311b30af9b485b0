package org.packhouse.app.web.admin;

import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.PullRequestSettings;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.project.MergingForm;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The server's merge strategies, for projects and repositories that have none of their own. */
@Controller
@Requires(Permission.ADMIN)
record ServerMergingPages(PullRequestSettings settings) {

  private static final String PATH = "/admin/pull-requests";

  @GetMapping(PATH)
  String get(Model model) {
    return show(MergingForm.of(settings.ofServer()), model);
  }

  @PostMapping(PATH + "/strategies")
  String set(
      MergingForm form,
      @RequestParam(defaultValue = "false") boolean inherit,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          settings.mergeOnServer(inherit ? null : form.choice());
          return submission.saved(PATH, "The way of merging is saved.");
        },
        () -> show(form, model));
  }

  private String show(MergingForm form, Model model) {
    model.addAttribute("merging", form);
    model.addAttribute("strategies", MergeStrategy.values());
    model.addAttribute(
        "inherit",
        settings.ofServer().equals(Merging.USUAL) ? null : "Use what Packhouse came with instead");
    model.addAttribute("url", PATH);
    model.addAttribute("tab", "pull-requests");
    return "admin/pull-requests";
  }
}
