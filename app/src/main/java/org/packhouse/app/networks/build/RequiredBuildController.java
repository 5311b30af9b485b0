package org.packhouse.app.networks.build;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.source.branch.RefMatcher;
import org.packhouse.app.source.branch.RefMatcherBody;
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

/** REST: the builds that must have succeeded before a pull request is merged. */
@RestController
@RequestMapping(
    "/rest/required-builds/{version:1\\.0|latest}/projects/{projectKey}/repos/{repositorySlug}")
class RequiredBuildController {

  private final RequiredBuildConditions conditions;

  RequiredBuildController(RequiredBuildConditions conditions) {
    this.conditions = conditions;
  }

  record ConditionBody(
      @Nullable List<@Nullable String> buildParentKeys,
      @Nullable RefMatcherBody refMatcher,
      @Nullable RefMatcherBody exemptRefMatcher) {

    RequiredBuilds checked(long id) {
      RefMatcher exempt =
          exemptRefMatcher == null
              ? null
              : RefMatcherBody.require("exemptRefMatcher", exemptRefMatcher);
      return new RequiredBuilds(
          id,
          RefMatcherBody.require("refMatcher", refMatcher),
          exempt,
          RequiredBuildConditions.keys(keys()));
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
      @Nullable RefMatcherBody exemptRefMatcher) {

    static ConditionView of(RequiredBuilds condition) {
      RefMatcher exempt = condition.exempt();
      return new ConditionView(
          condition.id(),
          condition.parentKeys(),
          RefMatcherBody.of(condition.target()),
          exempt == null ? null : RefMatcherBody.of(exempt));
    }
  }

  @GetMapping("/conditions")
  Page<ConditionView> list(
      @Requires(Permission.REPO_READ) Repository repository, PageRequest page) {
    return Page.ofAll(page, conditions.list(repository)).map(ConditionView::of);
  }

  @PostMapping("/condition")
  ConditionView add(
      @Requires(Permission.REPO_ADMIN) Repository repository, @RequestBody ConditionBody body) {
    return ConditionView.of(conditions.add(repository, body.checked(0)));
  }

  @PutMapping("/condition/{id}")
  ConditionView set(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      @PathVariable long id,
      @RequestBody ConditionBody body) {
    return ConditionView.of(conditions.change(repository, body.checked(id)));
  }

  @DeleteMapping("/condition/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.REPO_ADMIN) Repository repository, @PathVariable long id) {
    conditions.delete(repository, id);
  }
}
