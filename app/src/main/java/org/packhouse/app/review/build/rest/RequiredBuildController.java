package org.packhouse.app.review.build.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.build.AcceptedReporters;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.build.RequiredBuildConditions;
import org.packhouse.app.review.build.RequiredBuilds;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: required builds of a repository or project. */
@RestController
@RequestMapping({
  "/rest/required-builds/{version:1\\.0|latest}/projects/{projectKey}",
  "/rest/required-builds/{version:1\\.0|latest}/projects/{projectKey}/repos/{repositorySlug}"
})
class RequiredBuildController {

  private final RequiredBuildConditions conditions;
  private final AcceptedReporters reporters;

  RequiredBuildController(RequiredBuildConditions conditions, AcceptedReporters reporters) {
    this.conditions = conditions;
    this.reporters = reporters;
  }

  /** A condition; null reporters stay as they are. */
  record ConditionBody(
      @Nullable List<@Nullable String> buildParentKeys,
      @Nullable RefMatcherBody refMatcher,
      @Nullable RefMatcherBody exemptRefMatcher,
      @Nullable ReportersBody reporters) {

    RequiredBuilds checked(SettingScope scope, long id, Reporters accepted) {
      RefMatcher exempt =
          exemptRefMatcher == null
              ? null
              : RefMatcherBody.require("exemptRefMatcher", exemptRefMatcher);
      return new RequiredBuilds(
          scope,
          id,
          RefMatcherBody.require("refMatcher", refMatcher),
          exempt,
          RequiredBuildConditions.keys(keys()),
          accepted);
    }

    private List<String> keys() {
      return buildParentKeys == null
          ? List.of()
          : buildParentKeys.stream().map(key -> key == null ? "" : key).toList();
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ConditionView(
      long id,
      List<String> buildParentKeys,
      RefMatcherBody refMatcher,
      @Nullable RefMatcherBody exemptRefMatcher,
      @Nullable ReportersBody reporters,
      ScopeView scope) {}

  private ConditionView view(RequiredBuilds condition) {
    RefMatcher exempt = condition.exempt();
    return new ConditionView(
        condition.id(),
        condition.parentKeys(),
        RefMatcherBody.of(condition.target()),
        exempt == null ? null : RefMatcherBody.of(exempt),
        ReportersBody.of(reporters.names(condition.reporters())),
        ScopeView.of(condition.scope()));
  }

  @GetMapping("/conditions")
  Page<ConditionView> list(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      PageRequest page) {
    return Page.ofAll(page, conditions.list(resource)).map(this::view);
  }

  @PostMapping("/condition")
  ConditionView add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody ConditionBody body) {
    Reporters accepted =
        body.reporters() == null
            ? Reporters.ANYBODY
            : reporters.read(resource, body.reporters().names());
    return view(conditions.add(resource, body.checked(SettingScope.of(resource), 0, accepted)));
  }

  @PutMapping("/condition/{id}")
  ConditionView set(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id,
      @RequestBody ConditionBody body) {
    Reporters accepted =
        body.reporters() == null
            ? conditions.list(resource).stream()
                .filter(it -> it.id() == id)
                .map(RequiredBuilds::reporters)
                .findFirst()
                .orElse(Reporters.ANYBODY)
            : reporters.read(resource, body.reporters().names());
    return view(conditions.change(resource, body.checked(SettingScope.of(resource), id, accepted)));
  }

  @DeleteMapping("/condition/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id) {
    conditions.delete(resource, id);
  }
}
