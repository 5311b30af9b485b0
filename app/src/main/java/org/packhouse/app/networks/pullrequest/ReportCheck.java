package org.packhouse.app.networks.pullrequest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.networks.insight.InsightReport;
import org.packhouse.app.networks.insight.Insights;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.PullRequestMerge;
import org.springframework.stereotype.Component;

/** Holds that the latest commit has passed the reports that a repository's settings demand. */
@Component
class ReportCheck implements MergeCheck {

  private static final int ORDER = 12;

  private final MergeRuleRows rules;
  private final Repositories repositories;
  private final Insights insights;

  ReportCheck(MergeRuleRows rules, Repositories repositories, Insights insights) {
    this.rules = rules;
    this.repositories = repositories;
    this.insights = insights;
  }

  @Override
  public int order() {
    return ORDER;
  }

  @Override
  public List<Veto> check(PullRequestMerge merge) {
    long repositoryId = merge.target().repository().value();
    Optional<Repository> repository = repositories.findById(repositoryId);
    List<String> required = repository.map(it -> rules.of(it).checks().reports()).orElse(List.of());
    if (required.isEmpty()) {
      return List.of();
    }
    Map<String, InsightReport> found =
        insights.reports(repositoryId, merge.source().tip().name()).stream()
            .collect(Collectors.toMap(InsightReport::key, Function.identity()));
    return required.stream()
        .flatMap(key -> problem(key, found.get(key)).stream())
        .map(problem -> new Veto("Required report", problem))
        .toList();
  }

  private static Optional<String> problem(String key, @Nullable InsightReport report) {
    if (report == null) {
      return Optional.of(
          "The required report %s is missing: nothing was told of it for the latest commit."
              .formatted(InvalidFieldException.quote(key)));
    }
    InsightReport.Result result = report.details().result();
    if (result == InsightReport.Result.PASS) {
      return Optional.empty();
    }
    return Optional.of(
        "The required report %s %s."
            .formatted(
                InvalidFieldException.quote(report.details().title()),
                result == null ? "does not say that it has passed" : "has failed"));
  }
}
