package org.packhouse.app.web.project;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.AcceptedReporters;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.build.RequiredBuildConditions;
import org.packhouse.app.review.build.RequiredBuilds;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.ResourceView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Builds that a project or repository requires before a merge. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record RequiredBuildPages(RequiredBuildConditions conditions, AcceptedReporters reporters) {

  private static final String PAGE = "/settings/required-builds";
  private static final SettingsList LIST =
      new SettingsList(PAGE, "project/required-builds", "pull-request-settings");

  /**
   * The form; {@code condition} is null for a new one. Each parent key has its line, and an empty
   * {@code exempt} exempts no source branch.
   */
  record ConditionForm(
      @Nullable Long condition,
      @Nullable String buildParentKeys,
      @Nullable String target,
      @Nullable String targetName,
      @Nullable String exempt,
      @Nullable String exemptName) {

    static final ConditionForm EMPTY = new ConditionForm(null, "", "ANY_REF", "", "", "");

    static ConditionForm of(RequiredBuilds builds) {
      RefMatcher exempt = builds.exempt();
      MatcherFields into = MatcherFields.of(builds.target());
      MatcherFields unless = exempt == null ? new MatcherFields("", "") : MatcherFields.of(exempt);
      return new ConditionForm(
          builds.id(),
          String.join("\n", builds.parentKeys()),
          into.type(),
          into.name(),
          unless.type(),
          unless.name());
    }

    RequiredBuilds checked(ResourceView view, Supplier<Reporters> accepted) {
      InvalidFieldException.checkAll(this::keys, this::into, this::unless);
      return new RequiredBuilds(
          SettingScope.of(view.resource()),
          condition == null ? 0 : condition,
          into(),
          unless(),
          keys(),
          accepted.get());
    }

    private RefMatcher into() {
      return new MatcherFields(target, targetName).matcher("refMatcher");
    }

    private @Nullable RefMatcher unless() {
      return Forms.text(exempt) == null
          ? null
          : new MatcherFields(exempt, exemptName).matcher("exemptRefMatcher");
    }

    private List<String> keys() {
      String text = Forms.text(buildParentKeys);
      return RequiredBuildConditions.keys(
          text == null
              ? List.of()
              : text.lines().map(String::strip).filter(key -> !key.isEmpty()).toList());
    }
  }

  /**
   * Required builds; without {@code reporters} anybody's count. Those of the project ({@code
   * inherited}) cannot be changed here.
   */
  record Row(
      long id,
      String target,
      @Nullable String exempt,
      List<String> keys,
      List<String> reporters,
      boolean inherited) {}

  private Row row(RequiredBuilds builds, ResourceView view) {
    RefMatcher exempt = builds.exempt();
    return new Row(
        builds.id(),
        MatcherFields.words(builds.target()),
        exempt == null ? null : MatcherFields.words(exempt),
        builds.parentKeys(),
        reporters.displayNames(builds.reporters()),
        !builds.scope().isOf(view.resource()));
  }

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String show(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @RequestParam(required = false) @Nullable Long condition,
      Model model) {
    Optional<RequiredBuilds> edited =
        conditions.list(view.resource()).stream()
            .filter(it -> condition != null && it.id() == condition)
            .filter(it -> it.scope().isOf(view.resource()))
            .findFirst();
    return show(
        view,
        edited.map(ConditionForm::of).orElse(ConditionForm.EMPTY),
        ReporterForm.of(edited.map(it -> reporters.names(it.reporters())).orElse(null)),
        model);
  }

  @PostMapping({PAGE, "/repos/{slug}" + PAGE})
  String save(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      ConditionForm form,
      ReporterForm accepted,
      Model model,
      FormSubmission submission) {
    Resource resource = view.resource();
    return submission.handle(
        () -> {
          RequiredBuilds wanted =
              form.checked(view, () -> reporters.read(resource, accepted.reporters()));
          if (form.condition() == null) {
            conditions.add(resource, wanted);
          } else {
            conditions.change(resource, wanted);
          }
          return submission.saved(view.link() + PAGE, "Required builds saved.");
        },
        () -> show(view, form, accepted, model));
  }

  @PostMapping({PAGE + "/{id}/remove", "/repos/{slug}" + PAGE + "/{id}/remove"})
  String remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      FormSubmission submission) {
    if (!conditions.delete(view.resource(), id)) {
      throw new NotFoundException("These required builds are not there any more.");
    }
    return submission.saved(view.link() + PAGE, "Required builds removed.");
  }

  private String show(ResourceView view, ConditionForm form, ReporterForm accepted, Model model) {
    model.addAttribute("reporterForm", accepted);
    return LIST.show(
        view,
        conditions.list(view.resource()).stream().map(it -> row(it, view)).toList(),
        form,
        model);
  }
}
