package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.networks.build.RequiredBuildConditions;
import org.packhouse.app.networks.build.RequiredBuilds;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.source.branch.RefMatcher;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The builds that a repository demands before a pull request is merged. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
class RequiredBuildPages {

  private static final String PAGE = "/settings/required-builds";
  private static final SettingsList LIST =
      new SettingsList(PAGE, "project/required-builds", "settings");

  private final RequiredBuildConditions conditions;

  RequiredBuildPages(RequiredBuildConditions conditions) {
    this.conditions = conditions;
  }

  /**
   * Required builds as they were typed.
   *
   * @param condition id of the condition that is changed; null: it is a new one
   * @param buildParentKeys one in a line
   * @param target type of the matcher of target branches
   * @param targetName what it matches
   * @param exempt likewise, of source branches; empty: none is exempt
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

    RequiredBuilds checked() {
      InvalidFieldException.checkAll(this::keys, this::into, this::unless);
      return new RequiredBuilds(condition == null ? 0 : condition, into(), unless(), keys());
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
   * Required builds in words.
   *
   * @param exempt null: no source branch is exempt
   */
  record Row(long id, String target, @Nullable String exempt, List<String> keys) {

    static Row of(RequiredBuilds builds) {
      RefMatcher exempt = builds.exempt();
      return new Row(
          builds.id(),
          MatcherFields.words(builds.target()),
          exempt == null ? null : MatcherFields.words(exempt),
          builds.parentKeys());
    }
  }

  @GetMapping(PAGE)
  String show(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @RequestParam(required = false) @Nullable Long condition,
      Model model) {
    List<RequiredBuilds> all = conditions.list(view.repository());
    ConditionForm form =
        all.stream()
            .filter(builds -> condition != null && builds.id() == condition)
            .findFirst()
            .map(ConditionForm::of)
            .orElse(ConditionForm.EMPTY);
    return show(view, all, form, model);
  }

  /** Adds required builds, or changes them. */
  @PostMapping(PAGE)
  String save(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      ConditionForm form,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    Repository repository = view.repository();
    return Forms.submit(
        () -> {
          RequiredBuilds wanted = form.checked();
          if (form.condition() == null) {
            conditions.add(repository, wanted);
          } else {
            conditions.change(repository, wanted);
          }
          return LIST.saved(view, "The required builds are saved.", redirect);
        },
        () -> show(view, conditions.list(repository), form, model),
        model,
        response);
  }

  @PostMapping(PAGE + "/{id}/remove")
  String remove(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @PathVariable long id,
      RedirectAttributes redirect) {
    if (!conditions.delete(view.repository(), id)) {
      throw new NotFoundException("These required builds are not there any more.");
    }
    return LIST.saved(view, "The required builds are removed.", redirect);
  }

  private static String show(
      RepositoryView view, List<RequiredBuilds> all, ConditionForm form, Model model) {
    return LIST.show(view, all.stream().map(Row::of).toList(), form, model);
  }
}
