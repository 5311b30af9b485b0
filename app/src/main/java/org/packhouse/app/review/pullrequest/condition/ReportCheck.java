package org.packhouse.app.review.pullrequest.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.AcceptedReporters;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.packhouse.app.review.insight.InsightReport;
import org.packhouse.app.review.insight.Insights;
import org.packhouse.app.review.insight.RequiredReport;
import org.packhouse.app.review.insight.RequiredReports;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.PullRequestMerge;
import org.springframework.stereotype.Component;

/**
 * Vetoes merges for which required reports are missing, have failed, or have severe annotations.
 */
@Component
class ReportCheck implements MergeCheck {

  private static final int ORDER = 12;

  private final RequiredReports required;
  private final AcceptedReporters reporters;
  private final Insights insights;

  ReportCheck(RequiredReports required, AcceptedReporters reporters, Insights insights) {
    this.required = required;
    this.reporters = reporters;
    this.insights = insights;
  }

  @Override
  public int order() {
    return ORDER;
  }

  @Override
  public List<Veto> check(PullRequestMerge merge) {
    long repositoryId = merge.target().repository().value();
    List<RequiredReport> conditions = required.inForce(repositoryId);
    if (conditions.isEmpty()) {
      return List.of();
    }
    String commit = merge.source().tip().name();
    List<String> keys = conditions.stream().map(RequiredReport::reportKey).distinct().toList();
    Map<String, InsightReport> reports =
        insights.reports(repositoryId, commit, keys).stream()
            .collect(Collectors.toMap(InsightReport::key, Function.identity()));
    boolean severe = conditions.stream().anyMatch(it -> it.minSeverity() != null);
    Map<String, Map<Severity, Integer>> remarks =
        severe ? insights.bySeverity(repositoryId, commit) : Map.of();
    List<Veto> vetoes = new ArrayList<>();
    for (RequiredReport condition : conditions) {
      InsightReport report = reports.get(condition.reportKey());
      if (report != null && !reporters.accepts(condition.reporters(), report.author())) {
        report = null;
      }
      result(condition, report).ifPresent(it -> vetoes.add(new Veto("Required report", it)));
      if (report != null) {
        Map<Severity, Integer> found = remarks.getOrDefault(condition.reportKey(), Map.of());
        severity(condition, report, found)
            .ifPresent(it -> vetoes.add(new Veto("Annotations of a required report", it)));
      }
    }
    return vetoes.stream().distinct().toList();
  }

  private static Optional<String> result(RequiredReport condition, @Nullable InsightReport report) {
    if (report == null) {
      return Optional.of(
          "The required report %s is missing: nothing was told of it for the latest commit%s."
              .formatted(
                  InvalidFieldException.quote(condition.reportKey()),
                  condition.reporters().isAnybody() ? "" : " by those who are to report it"));
    }
    InsightReport.Result result = report.details().result();
    if (!condition.mustPass() || result == InsightReport.Result.PASS) {
      return Optional.empty();
    }
    return Optional.of(
        "The required report %s %s."
            .formatted(
                InvalidFieldException.quote(report.details().title()),
                result == null ? "does not say that it has passed" : "has failed"));
  }

  private static Optional<String> severity(
      RequiredReport condition, InsightReport report, Map<Severity, Integer> found) {
    Severity least = condition.minSeverity();
    if (least == null) {
      return Optional.empty();
    }
    int count =
        found.entrySet().stream()
            .filter(it -> it.getKey().compareTo(least) >= 0)
            .mapToInt(Map.Entry::getValue)
            .sum();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "The required report %s may have no annotation of severity %s%s; it has %d."
                .formatted(
                    InvalidFieldException.quote(report.details().title()),
                    least,
                    least == Severity.HIGH ? "" : " or higher",
                    count));
  }
}
