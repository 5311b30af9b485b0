package org.packhouse.app.review.insight;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.build.Authors;
import org.packhouse.app.review.build.Authors.Writer;
import org.packhouse.app.review.build.ReporterRestriction;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps reports and their annotations. A report counts while its author may read the repository,
 * and belongs to its author and the repository's administrators; other permissions are not checked
 * here.
 */
@Service
public class Insights {

  /** Reports of an author on a commit. */
  static final int MAX_REPORTS = 100;

  /** Annotations of a report, and of a request. */
  public static final int MAX_ANNOTATIONS = 1_000;

  private static final String BELONGS = "its author and administrators of the repository change it";
  private static final int MAX_IN_FILE = 500;
  private static final int MAX_IN_FILES = 2_000;

  private final ReportRows reports;
  private final AnnotationRows annotations;
  private final RequiredReports required;
  private final Authors authors;
  private final ApplicationEventPublisher events;

  Insights(
      ReportRows reports,
      AnnotationRows annotations,
      RequiredReports required,
      Authors authors,
      ApplicationEventPublisher events) {
    this.reports = reports;
    this.annotations = annotations;
    this.required = required;
    this.authors = authors;
    this.events = events;
  }

  /** Returns the reports on a commit that count, by key. */
  public List<InsightReport> reports(long repositoryId, String commit) {
    InsightSubject subject = new InsightSubject(repositoryId, commit);
    return counting(subject, reports.list(subject, new PageRequest(0, MAX_REPORTS)));
  }

  public List<InsightReport> reports(long repositoryId, String commit, Collection<String> keys) {
    InsightSubject subject = new InsightSubject(repositoryId, commit);
    return counting(subject, reports.list(subject, keys));
  }

  /** Returns a page of reports, from which those that do not count are left out. */
  public Page<InsightReport> page(InsightSubject subject, PageRequest page) {
    Page<InsightReport> found = Page.ofOneMore(page, reports.list(subject, page));
    return found.with(counting(subject, found.values()));
  }

  /** Returns a report, whether it counts or not. */
  public Optional<InsightReport> find(InsightSubject subject, String key) {
    return reports.find(subject, key);
  }

  private List<InsightReport> counting(InsightSubject subject, List<InsightReport> found) {
    return found.stream()
        .filter(it -> authors.counts(it.author(), subject.repositoryId()))
        .toList();
  }

  /** Returns annotations of files, the most severe first. */
  public List<CountedAnnotation> inFiles(
      long repositoryId, String commit, Collection<String> paths) {
    return annotations.inFiles(
        new InsightSubject(repositoryId, commit),
        paths,
        authors.countingIn(repositoryId),
        MAX_IN_FILE,
        MAX_IN_FILES);
  }

  /** Returns up to {@code each} annotations of each report, or of the one with the key. */
  public List<CountedAnnotation> ofReports(
      long repositoryId, String commit, @Nullable String key, int each) {
    return annotations.ofReports(
        new InsightSubject(repositoryId, commit), key, authors.countingIn(repositoryId), each);
  }

  /** Counts annotations by report key and severity. */
  public Map<String, Map<Severity, Integer>> bySeverity(long repositoryId, String commit) {
    return annotations.bySeverity(new InsightSubject(repositoryId, commit));
  }

  public List<InsightAnnotation> annotations(
      InsightSubject subject, AnnotationFilter filter, int limit) {
    return annotations.list(subject, filter, authors.countingIn(subject.repositoryId()), limit);
  }

  /**
   * Stores a report in place of the one of its key.
   *
   * @throws RefusedException if the key is another author's, a required report accepts other
   *     reporters only, or the author has too many reports on the commit
   */
  @Transactional
  public void put(Repository repository, Writer writer, String commit, InsightReport report) {
    InsightSubject subject = new InsightSubject(repository.id(), commit);
    Optional<ReporterRestriction> reserved =
        requireAccepted(repository, writer, subject, report.key());
    Predicate<InsightReport> replaceable =
        present ->
            authors.mayReplace(writer, present.author())
                || (reserved.isPresent() && !reserved.get().accepts(present.author()));
    Optional<InsightReport> present = requireReplaceable(repository, subject, report, replaceable);
    if (!reports.put(subject, report, present.isPresent(), MAX_REPORTS)) {
      requireReplaceable(repository, subject, report, replaceable);
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The commit %s has %d reports of the same author, which is the limit."
              .formatted(commit, MAX_REPORTS));
    }
    present
        .filter(it -> it.author() != null && !it.author().equals(writer.author()))
        .ifPresent(it -> audit("insight-report.replaced", repository, subject, it));
  }

  private Optional<InsightReport> requireReplaceable(
      Repository repository,
      InsightSubject subject,
      InsightReport report,
      Predicate<InsightReport> replaceable) {
    Optional<InsightReport> present =
        reports.lock(subject, report.key()).map(ReportRows.Stored::report);
    present
        .filter(it -> !replaceable.test(it))
        .ifPresent(it -> {
          throw refused(repository, subject, it, BELONGS);
        });
    return present;
  }

  /** Returns the reporters that a key is restricted to, among whom the writer must be. */
  private Optional<ReporterRestriction> requireAccepted(
      Repository repository, Writer writer, InsightSubject subject, String key) {
    Optional<ReporterRestriction> reserved = required.restriction(repository, key);
    reserved
        .filter(it -> !it.accepts(writer.author()))
        .ifPresent(it -> {
          throw new ConflictException(
              Conflict.INTEGRITY,
              "The required reports of %s accept the report %s on the commit %s from other reporters."
                  .formatted(it.resource(), InvalidFieldException.quote(key), subject.commit()));
        });
    return reserved;
  }

  /** Deletes a report with its annotations, if there is one, unless it is another author's. */
  @Transactional
  public void delete(Repository repository, Writer writer, String commit, String key) {
    InsightSubject subject = new InsightSubject(repository.id(), commit);
    reports
        .lock(subject, key)
        .map(ReportRows.Stored::report)
        .ifPresent(report -> {
          if (!mayDelete(writer, report)) {
            throw refused(repository, subject, report, BELONGS);
          }
          reports.delete(subject, key);
          audit("insight-report.deleted", repository, subject, report);
        });
  }

  /** Reports from before authors were stored may be deleted by any reader. */
  private boolean mayDelete(Writer writer, InsightReport report) {
    return report.author() == null || authors.mayDelete(writer, report.author());
  }

  /**
   * Adds annotations to a report, replacing those with the same external ids.
   *
   * @throws RefusedException if the report is missing or another author's, would have too many, or
   *     an external id occurs twice
   */
  @Transactional
  public void add(
      Repository repository,
      Writer writer,
      String commit,
      String key,
      List<InsightAnnotation> added) {
    InsightSubject subject = new InsightSubject(repository.id(), commit);
    requireAccepted(repository, writer, subject, key);
    long report = lockOwn(repository, writer, subject, key);
    refuseTwice(added);
    List<String> replaced = externalIds(added);
    if (!replaced.isEmpty()) {
      annotations.delete(report, replaced);
    }
    int there = annotations.count(report);
    if (there + added.size() > MAX_ANNOTATIONS) {
      throw new InvalidFieldException(
          "annotations",
          "A report has at most %d annotations; this one would have %d."
              .formatted(MAX_ANNOTATIONS, there + added.size()));
    }
    annotations.put(report, added);
  }

  private static void refuseTwice(List<InsightAnnotation> added) {
    Set<String> seen = new HashSet<>();
    externalIds(added).stream()
        .filter(id -> !seen.add(id))
        .findFirst()
        .ifPresent(id -> {
          throw new InvalidFieldException(
              "annotations.externalId",
              "The external id %s is given twice.".formatted(InvalidFieldException.quote(id)));
        });
  }

  private static List<String> externalIds(List<InsightAnnotation> added) {
    return added.stream().flatMap(it -> Optional.ofNullable(it.externalId()).stream()).toList();
  }

  /** Deletes annotations by external ids, or all if there are none. */
  @Transactional
  public void deleteRemarks(
      Repository repository, Writer writer, String commit, String key, List<String> externalIds) {
    InsightSubject subject = new InsightSubject(repository.id(), commit);
    annotations.delete(lockOwn(repository, writer, subject, key), externalIds);
  }

  /** Locks a report whose annotations the writer may change, and returns its row's id. */
  private long lockOwn(Repository repository, Writer writer, InsightSubject subject, String key) {
    ReportRows.Stored stored = reports.lock(subject, key).orElseThrow(() -> notFound(subject, key));
    InsightReport report = stored.report();
    if (!mayDelete(writer, report)) {
      throw refused(repository, subject, report, BELONGS);
    }
    if (report.author() != null && !report.author().equals(writer.author())) {
      audit("insight-report.annotations-changed", repository, subject, report);
    }
    return stored.id();
  }

  private RefusedException refused(
      Repository repository, InsightSubject subject, InsightReport report, String rule) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The report %s on the commit %s in %s is told by %s: %s."
            .formatted(
                InvalidFieldException.quote(report.key()),
                subject.commit(),
                repository.path(),
                authors.describe(report.author()),
                rule));
  }

  private void audit(
      String action, Repository repository, InsightSubject subject, InsightReport report) {
    events.publishEvent(
        new AuditableChange(
            action,
            repository.path(),
            Map.of(
                "commit", subject.commit(),
                "key", report.key(),
                "author", authors.describe(report.author()))));
  }

  public static RefusedException notFound(InsightSubject subject, String key) {
    return new NoSuchException(
        Thing.ENTITY,
        "The commit %s has no report with the key %s."
            .formatted(subject.commit(), InvalidFieldException.quote(key)));
  }
}
