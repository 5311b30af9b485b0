package org.packhouse.app.web.project;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.build.AcceptedReporters;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.packhouse.app.review.insight.RequiredReport;
import org.packhouse.app.review.insight.RequiredReports;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.ResourceView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Reports that a project or repository requires before a merge. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record RequiredReportPages(RequiredReports required, AcceptedReporters reporters) {

  private static final String PAGE = "/settings/required-reports";
  private static final SettingsList LIST =
      new SettingsList(PAGE, "project/required-reports", "pull-request-settings");

  /**
   * The form; an empty {@code reportKey} equals the key, an empty {@code minSeverity} ignores
   * annotations.
   */
  record ReportForm(
      @Nullable String key,
      @Nullable String reportKey,
      @Nullable Boolean mustPass,
      @Nullable String minSeverity,
      @Nullable Boolean enforced) {

    static final ReportForm EMPTY = new ReportForm("", "", true, "", false);

    static ReportForm of(RequiredReport report) {
      Severity severity = report.minSeverity();
      return new ReportForm(
          report.key(),
          report.reportKey().equals(report.key()) ? "" : report.reportKey(),
          report.mustPass(),
          severity == null ? "" : severity.name(),
          report.enforced());
    }

    RequiredReport checked(ResourceView view, Reporters accepted) {
      return RequiredReport.checked(
          SettingScope.of(view.resource()),
          Forms.text(key),
          Forms.text(reportKey),
          Boolean.TRUE.equals(mustPass),
          minSeverity,
          accepted,
          Boolean.TRUE.equals(enforced));
    }
  }

  /**
   * A required report; without {@code reporters} anybody's counts. That of the project ({@code
   * inherited}) can be replaced here but not removed.
   */
  record Row(RequiredReport report, String words, List<String> reporters, boolean inherited) {

    static String words(RequiredReport report) {
      String result = report.mustPass() ? "Must have passed" : "Must be there";
      Severity severity = report.minSeverity();
      if (severity == null) {
        return result + ".";
      }
      return switch (severity) {
        case LOW -> result + ", without annotations.";
        case MEDIUM -> result + ", without annotations of medium or high severity.";
        case HIGH -> result + ", without annotations of high severity.";
      };
    }
  }

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String show(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @RequestParam(required = false) @Nullable String report,
      Model model) {
    Optional<RequiredReport> edited =
        report == null ? Optional.empty() : required.find(view.resource(), report);
    return show(
        view,
        edited.map(ReportForm::of).orElse(ReportForm.EMPTY),
        ReporterForm.of(edited.map(it -> reporters.names(it.reporters())).orElse(null)),
        model);
  }

  /** Adds the report, or replaces the one of that key. */
  @PostMapping({PAGE, "/repos/{slug}" + PAGE})
  String save(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      ReportForm form,
      ReporterForm accepted,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          required.put(
              view.resource(),
              form.checked(view, reporters.read(view.resource(), accepted.reporters())));
          return submission.saved(view.link() + PAGE, "The required report is saved.");
        },
        () -> show(view, form, accepted, model));
  }

  @PostMapping({PAGE + "/remove", "/repos/{slug}" + PAGE + "/remove"})
  String remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @RequestParam String key,
      FormSubmission submission) {
    if (!required.delete(view.resource(), key)) {
      throw new NotFoundException("This required report is not there any more.");
    }
    return submission.saved(view.link() + PAGE, "The required report is removed.");
  }

  private String show(ResourceView view, ReportForm form, ReporterForm accepted, Model model) {
    model.addAttribute("reporterForm", accepted);
    return LIST.show(
        view, required.of(view.resource()).stream().map(it -> row(it, view)).toList(), form, model);
  }

  private Row row(RequiredReport report, ResourceView view) {
    return new Row(
        report,
        Row.words(report),
        reporters.displayNames(report.reporters()),
        !report.scope().isOf(view.resource()));
  }
}
