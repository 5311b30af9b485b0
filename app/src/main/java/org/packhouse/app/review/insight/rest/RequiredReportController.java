package org.packhouse.app.review.insight.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.build.AcceptedReporters;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.build.rest.ReportersBody;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.packhouse.app.review.insight.RequiredReport;
import org.packhouse.app.review.insight.RequiredReports;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: required reports of a project or repository. */
@RestController
@RequestMapping({
  "/rest/insights/{version:1\\.0|latest}/projects/{projectKey}/settings/merge-checks",
  "/rest/insights/{version:1\\.0|latest}/projects/{projectKey}/repos/{repositorySlug}"
      + "/settings/merge-checks"
})
class RequiredReportController {

  private final RequiredReports required;
  private final AcceptedReporters reporters;

  RequiredReportController(RequiredReports required, AcceptedReporters reporters) {
    this.required = required;
    this.reporters = reporters;
  }

  /** A condition; null reporters and a null {@code enforced} stay as they are. */
  record ConditionBody(
      @Nullable String reportKey,
      @Nullable Boolean mustPass,
      @Nullable String minSeverity,
      @Nullable ReportersBody reporters,
      @Nullable Boolean enforced) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ConditionView(
      String key,
      String reportKey,
      boolean mustPass,
      @Nullable Severity minSeverity,
      @Nullable ReportersBody reporters,
      boolean enforced,
      ScopeView scope) {
    static ConditionView of(RequiredReport condition, @Nullable ReportersBody reporters) {
      return new ConditionView(
          condition.key(),
          condition.reportKey(),
          condition.mustPass(),
          condition.minSeverity(),
          reporters,
          condition.enforced(),
          ScopeView.of(condition.scope()));
    }
  }

  @GetMapping
  Page<ConditionView> list(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      PageRequest page) {
    return Page.ofAll(page, required.of(resource)).map(this::view);
  }

  @GetMapping("/{key}")
  ConditionView get(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      @PathVariable String key) {
    return required.find(resource, key).map(this::view).orElseThrow(() -> notFound(resource, key));
  }

  @PutMapping("/{key}")
  ConditionView set(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String key,
      @RequestBody ConditionBody body) {
    Optional<RequiredReport> before =
        required.find(resource, key).filter(it -> it.scope().isOf(resource));
    RequiredReport wanted =
        RequiredReport.checked(
            SettingScope.of(resource),
            key,
            body.reportKey(),
            body.mustPass(),
            body.minSeverity(),
            body.reporters() == null
                ? before.map(RequiredReport::reporters).orElse(Reporters.ANYBODY)
                : reporters.read(resource, body.reporters().names()),
            body.enforced() == null
                ? before.map(RequiredReport::enforced).orElse(false)
                : body.enforced());
    required.put(resource, wanted);
    return view(wanted);
  }

  private ConditionView view(RequiredReport condition) {
    return ConditionView.of(condition, ReportersBody.of(reporters.names(condition.reporters())));
  }

  @DeleteMapping("/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String key) {
    if (!required.delete(resource, key)) {
      throw notFound(resource, key);
    }
  }

  private static RefusedException notFound(Resource resource, String key) {
    return new NoSuchException(
        Thing.ENTITY,
        "%s has no required report with the key %s."
            .formatted(resource.path(), InvalidFieldException.quote(key)));
  }
}
