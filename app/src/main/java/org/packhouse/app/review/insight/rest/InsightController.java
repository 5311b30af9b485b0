package org.packhouse.app.review.insight.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.build.Authors;
import org.packhouse.app.review.build.Authors.Writer;
import org.packhouse.app.review.build.ReportFields;
import org.packhouse.app.review.build.ReportedCommits;
import org.packhouse.app.review.insight.AnnotationFilter;
import org.packhouse.app.review.insight.InsightAnnotation;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.packhouse.app.review.insight.InsightReport;
import org.packhouse.app.review.insight.InsightReport.Datum;
import org.packhouse.app.review.insight.InsightSubject;
import org.packhouse.app.review.insight.Insights;
import org.packhouse.app.review.insight.rest.InsightBodies.AnnotationBody;
import org.packhouse.app.review.insight.rest.InsightBodies.AnnotationsBody;
import org.packhouse.app.review.insight.rest.InsightBodies.ReportBody;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.NativeWebRequest;

/** REST: code insight reports on commits, and their annotations. */
@RestController
@RequestMapping(
    "/rest/insights/{version:1\\.0|latest}/projects/{projectKey}/repos/{repositorySlug}/commits/{commitId}")
class InsightController {

  private static final int MAX_SHOWN = 2_000;

  private final Insights insights;
  private final Authors authors;
  private final ReportedCommits commits;
  private final Clock clock;

  InsightController(Insights insights, Authors authors, ReportedCommits commits, Clock clock) {
    this.insights = insights;
    this.authors = authors;
    this.commits = commits;
    this.clock = clock;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ReportView(
      String key,
      String title,
      @JsonUnwrapped Finding finding,
      @Nullable String reporter,
      @JsonUnwrapped Links links,
      List<Datum> data,
      Instant createdDate) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Finding(@Nullable String details, InsightReport.@Nullable Result result) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Links(@Nullable String link, @Nullable String logoUrl) {}

    static ReportView of(InsightReport report) {
      InsightReport.Details details = report.details();
      return new ReportView(
          report.key(),
          details.title(),
          new Finding(details.text(), details.result()),
          details.reporter(),
          new Links(details.link(), details.logoUrl()),
          details.data(),
          report.createdAt());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record AnnotationView(
      String reportKey,
      @Nullable String externalId,
      @JsonUnwrapped Place place,
      String message,
      Severity severity,
      InsightAnnotation.@Nullable Type type,
      @Nullable String link) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Place(@Nullable String path, int line) {}

    static AnnotationView of(InsightAnnotation annotation) {
      return new AnnotationView(
          annotation.reportKey(),
          annotation.externalId(),
          new Place(annotation.path(), annotation.line()),
          annotation.remark().message(),
          annotation.severity(),
          annotation.remark().type(),
          annotation.remark().link());
    }
  }

  /** At most {@value InsightController#MAX_SHOWN} annotations. */
  record AnnotationsView(int totalCount, List<AnnotationView> annotations) {}

  /** A filter of annotations; each parameter may be repeated. */
  record Choice(
      @Nullable List<String> key,
      @Nullable List<String> path,
      @Nullable List<String> severity,
      @Nullable List<String> type,
      @Nullable List<String> externalId) {

    /** Severities and types may be separated by commas; names may have commas of their own. */
    AnnotationFilter filter(NativeWebRequest web) {
      return new AnnotationFilter(
          values(web, "key"),
          values(web, "path"),
          capital(severity),
          capital(type),
          values(web, "externalId"));
    }

    private static List<String> capital(@Nullable List<String> values) {
      return values == null
          ? List.of()
          : values.stream()
              .filter(it -> !it.isEmpty())
              .map(it -> it.toUpperCase(Locale.ROOT))
              .toList();
    }
  }

  @GetMapping("/reports")
  Page<ReportView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      PageRequest page) {
    return insights.page(subject(repository, commitId), page).map(ReportView::of);
  }

  @GetMapping("/reports/{key}")
  ReportView get(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @PathVariable String key) {
    InsightSubject subject = subject(repository, commitId);
    return insights
        .find(subject, key)
        .filter(it -> authors.counts(it.author(), repository.id()))
        .map(ReportView::of)
        .orElseThrow(() -> Insights.notFound(subject, key));
  }

  @PutMapping("/reports/{key}")
  ReportView put(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable String key,
      @RequestBody ReportBody body)
      throws IOException {
    Writer writer = authors.writer(caller, repository.id());
    InsightReport report =
        new InsightReport(
            ReportFields.required("key", key, InsightBodies.MAX_KEY),
            body.checked(),
            clock.instant(),
            writer.author());
    insights.put(repository, writer, commits.require(repository, commitId), report);
    return get(repository, commitId, key);
  }

  @DeleteMapping("/reports/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable String key) {
    insights.delete(
        repository, authors.writer(caller, repository.id()), ReportFields.commit(commitId), key);
  }

  @GetMapping("/annotations")
  AnnotationsView annotations(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      Choice choice,
      NativeWebRequest web) {
    return annotations(subject(repository, commitId), choice.filter(web));
  }

  @GetMapping("/reports/{key}/annotations")
  AnnotationsView annotations(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @PathVariable String key) {
    InsightSubject subject = subject(repository, commitId);
    if (insights.find(subject, key).isEmpty()) {
      throw Insights.notFound(subject, key);
    }
    return annotations(
        subject, new AnnotationFilter(List.of(key), List.of(), List.of(), List.of(), List.of()));
  }

  @PostMapping("/reports/{key}/annotations")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void add(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable String key,
      @RequestBody AnnotationsBody body) {
    insights.add(
        repository,
        authors.writer(caller, repository.id()),
        ReportFields.commit(commitId),
        key,
        body.checked(key));
  }

  @PutMapping("/reports/{key}/annotations/{externalId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void set(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable String key,
      @PathVariable String externalId,
      @RequestBody AnnotationBody body) {
    insights.add(
        repository,
        authors.writer(caller, repository.id()),
        ReportFields.commit(commitId),
        key,
        List.of(body.checked(key, externalId)));
  }

  @DeleteMapping("/reports/{key}/annotations")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteAnnotations(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable String key,
      @RequestParam(required = false) @Nullable List<String> externalId,
      NativeWebRequest web) {
    insights.deleteRemarks(
        repository,
        authors.writer(caller, repository.id()),
        ReportFields.commit(commitId),
        key,
        values(web, "externalId"));
  }

  /** The values of a parameter as they are, which binding would cut at commas. */
  private static List<String> values(NativeWebRequest web, String name) {
    String[] values = web.getParameterValues(name);
    return values == null ? List.of() : Arrays.stream(values).filter(it -> !it.isEmpty()).toList();
  }

  private AnnotationsView annotations(InsightSubject subject, AnnotationFilter filter) {
    List<InsightAnnotation> found = insights.annotations(subject, filter, MAX_SHOWN);
    return new AnnotationsView(found.size(), found.stream().map(AnnotationView::of).toList());
  }

  private static InsightSubject subject(Repository repository, String commitId) {
    return new InsightSubject(repository.id(), ReportFields.commit(commitId));
  }
}
