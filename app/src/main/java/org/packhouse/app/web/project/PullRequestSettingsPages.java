package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.networks.pullrequest.AutoMergeSwitch;
import org.packhouse.app.networks.pullrequest.AutoMergeSwitches;
import org.packhouse.app.networks.pullrequest.MergeRules.Effective;
import org.packhouse.app.networks.pullrequest.MergeStrategy;
import org.packhouse.app.networks.pullrequest.PullRequestSettings;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.ResourceView;
import org.packhouse.app.web.project.PullRequestSettingsForms.AutoMergeState;
import org.packhouse.app.web.project.PullRequestSettingsForms.ChecksForm;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Sets how pull requests of a project or repository are merged, and what must be true before. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
class PullRequestSettingsPages {

  private static final String PAGE = "/settings/pull-requests";
  private static final String STRATEGIES = PAGE + "/strategies";
  private static final String AUTO_MERGE = PAGE + "/auto-merge";

  private final PullRequestSettings settings;
  private final AutoMergeSwitches switches;

  PullRequestSettingsPages(PullRequestSettings settings, AutoMergeSwitches switches) {
    this.settings = settings;
    this.switches = switches;
  }

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String show(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    Effective effective = settings.of(view.resource());
    return show(
        view, MergingForm.of(effective.merging()), ChecksForm.of(effective.checks()), model);
  }

  /** Gives the project or repository a way of merging of its own, or takes it away. */
  @PostMapping({STRATEGIES, "/repos/{slug}" + STRATEGIES})
  String merge(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      MergingForm form,
      @RequestParam(defaultValue = "false") boolean inherit,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    return Forms.submit(
        () -> {
          settings.merge(view.resource(), inherit ? null : form.choice());
          return saved(view, "The way of merging is saved.", redirect);
        },
        () -> show(view, form, ChecksForm.of(settings.of(view.resource()).checks()), model),
        model,
        response);
  }

  /** Sets what must be true before a pull request is merged. */
  @PostMapping("/repos/{slug}" + PAGE + "/checks")
  String check(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      ChecksForm form,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    return Forms.submit(
        () -> {
          settings.check(view.repository(), form.checks());
          return saved(view, "The merge checks are saved.", redirect);
        },
        () -> show(view, MergingForm.of(settings.of(view.resource()).merging()), form, model),
        model,
        response);
  }

  /** Lets pull requests be merged by themselves, or not. */
  @PostMapping({AUTO_MERGE, "/repos/{slug}" + AUTO_MERGE})
  String autoMerge(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @RequestParam AutoMergeState state,
      @RequestParam(defaultValue = "false") boolean everywhere,
      RedirectAttributes redirect) {
    Repository repository = view.resource().repository();
    if (repository == null) {
      switches.set(view.resource().project(), state != AutoMergeState.OFF, everywhere);
    } else if (state == AutoMergeState.INHERITED) {
      switches.inherit(repository);
    } else {
      switches.set(repository, state == AutoMergeState.ON);
    }
    return saved(view, "Auto-merge is saved.", redirect);
  }

  private static String saved(ResourceView view, String message, RedirectAttributes redirect) {
    redirect.addFlashAttribute("saved", message);
    return "redirect:" + view.link() + PAGE;
  }

  private String show(ResourceView view, MergingForm merging, ChecksForm checks, Model model) {
    Repository repository = view.resource().repository();
    AutoMergeSwitch ofProject = switches.of(view.resource().project());
    AutoMergeSwitch setting = repository == null ? ofProject : switches.of(repository);
    model.addAttribute("level", settings.of(view.resource()).type());
    model.addAttribute("merging", merging);
    model.addAttribute("checks", checks);
    model.addAttribute("strategies", MergeStrategy.values());
    model.addAttribute("autoMerge", setting);
    model.addAttribute("autoMergeState", AutoMergeState.of(setting, repository != null).name());
    model.addAttribute("ofProject", ofProject);
    model.addAttribute("tab", view instanceof ProjectView ? "pull-request-settings" : "settings");
    model.addAttribute("url", view.link() + PAGE);
    return "project/pull-requests";
  }
}
