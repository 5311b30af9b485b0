package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.automatic.AutoDecline;
import org.packhouse.app.review.pullrequest.automatic.AutoDeclineSettings;
import org.packhouse.app.review.pullrequest.automatic.AutoMergeSwitch;
import org.packhouse.app.review.pullrequest.automatic.AutoMergeSwitches;
import org.packhouse.app.review.pullrequest.condition.MergeConditions;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Effective;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.PullRequestSettings;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;
import org.packhouse.app.web.project.PullRequestSettingsForms.ChecksForm;
import org.packhouse.app.web.project.PullRequestSettingsForms.DeclineForm;
import org.packhouse.app.web.project.PullRequestSettingsForms.SwitchState;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Merge strategies, merge checks, auto-merge and auto-decline of a project or repository. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record PullRequestSettingsPages(
    PullRequestSettings settings,
    MergeConditions conditions,
    AutoMergeSwitches switches,
    AutoDeclineSettings declining) {

  private static final String PAGE = "/settings/pull-requests";
  private static final String CHECKS = PAGE + "/checks";
  private static final String STRATEGIES = PAGE + "/strategies";
  private static final String AUTO_MERGE = PAGE + "/auto-merge";
  private static final String AUTO_DECLINE = PAGE + "/auto-decline";

  /**
   * The scope of saved checks: a repository may {@code inherit} its project's, a project may have
   * its own {@code enforced} in all its repositories.
   */
  record CheckChoice(@Nullable Boolean inherit, @Nullable Boolean enforced) {}

  /** Checks enforced one by one by REST stay so, unless all are to be enforced or were. */
  private void checkProject(Resource resource, Checks checks, boolean enforced) {
    boolean before = conditions.areEnforced(resource.project());
    settings.check(resource, checks);
    if (enforced || before) {
      conditions.enforce(resource.project(), enforced);
    }
  }

  /** Returns the checks that the project enforces, whose controls are disabled. */
  private Checks enforced(ResourceView view) {
    return conditions.enforcedOn(view.resource());
  }

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String show(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    Effective effective = settings.of(view.resource());
    AutoDecline decline = declining.of(view.resource());
    Repository repository = view.resource().repository();
    Resource project = new Resource(view.resource().project(), null);
    AutoMergeSwitch ofProject = switches.of(project);
    AutoMergeSwitch setting = switches.of(view.resource());
    model.addAttribute("level", effective.level().name());
    addUnlessTyped("merging", MergingForm.of(effective.merging()), model);
    addUnlessTyped("checks", ChecksForm.of(conditions.of(view.resource())), model);
    model.addAttribute("enforced", enforced(view));
    model.addAttribute("allEnforced", conditions.areEnforced(view.resource().project()));
    model.addAttribute("ownChecks", repository != null && conditions.hasOwn(repository));
    addUnlessTyped("decline", DeclineForm.of(decline, view.resource()), model);
    model.addAttribute("weeks", AutoDeclineSettings.WEEKS);
    model.addAttribute("declineOfProject", declining.of(project));
    model.addAttribute("strategies", MergeStrategy.values());
    model.addAttribute("autoMerge", setting);
    model.addAttribute(
        "autoMergeState",
        SwitchState.of(setting.enabled(), setting.scope(), view.resource()).name());
    model.addAttribute("ofProject", ofProject);
    model.addAttribute("tab", view instanceof ProjectView ? "pull-request-settings" : "settings");
    model.addAttribute("url", view.link() + PAGE);
    return "project/pull-requests";
  }

  /** Adds the stored values of a form, unless the form is shown again as it was typed. */
  private static void addUnlessTyped(String form, Object stored, Model model) {
    if (!model.containsAttribute(form)) {
      model.addAttribute(form, stored);
    }
  }

  @PostMapping({STRATEGIES, "/repos/{slug}" + STRATEGIES})
  String merge(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      MergingForm form,
      @RequestParam(defaultValue = "false") boolean inherit,
      Model model,
      FormSubmission submission) {
    model.addAttribute("merging", form);
    return submission.handle(
        () -> {
          settings.merge(view.resource(), inherit ? null : form.choice());
          return submission.saved(view.link() + PAGE, "The way of merging is saved.");
        },
        () -> show(view, model));
  }

  @PostMapping({CHECKS, "/repos/{slug}" + CHECKS})
  String check(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      ChecksForm form,
      CheckChoice choice,
      Model model,
      FormSubmission submission) {
    model.addAttribute("checks", form);
    return submission.handle(
        () -> {
          Repository repository = view.resource().repository();
          if (Boolean.TRUE.equals(choice.inherit()) && repository != null) {
            conditions.inherit(repository);
          } else if (repository != null) {
            settings.check(view.resource(), form.withEnforced(enforced(view)).checks());
          } else {
            checkProject(view.resource(), form.checks(), Boolean.TRUE.equals(choice.enforced()));
          }
          return submission.saved(view.link() + PAGE, "The merge checks are saved.");
        },
        () -> show(view, model));
  }

  @PostMapping({AUTO_MERGE, "/repos/{slug}" + AUTO_MERGE})
  String autoMerge(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @RequestParam SwitchState state,
      @RequestParam(defaultValue = "false") boolean everywhere,
      FormSubmission submission) {
    Repository repository = view.resource().repository();
    if (repository == null) {
      switches.set(view.resource().project(), state != SwitchState.OFF, everywhere);
    } else if (state == SwitchState.INHERITED) {
      switches.inherit(view.resource());
    } else {
      switches.set(repository, state == SwitchState.ON);
    }
    return submission.saved(view.link() + PAGE, "Auto-merge is saved.");
  }

  @PostMapping({AUTO_DECLINE, "/repos/{slug}" + AUTO_DECLINE})
  String decline(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      DeclineForm form,
      Model model,
      FormSubmission submission) {
    model.addAttribute("decline", form);
    return submission.handle(
        () -> {
          InvalidFieldException.checkAll(form::chosen, form::weeks);
          if (form.chosen() == SwitchState.INHERITED) {
            declining.inherit(view.resource());
          } else {
            declining.set(view.resource(), form.chosen() == SwitchState.ON, form.weeks());
          }
          return submission.saved(view.link() + PAGE, "Auto-decline is saved.");
        },
        () -> show(view, model));
  }
}
