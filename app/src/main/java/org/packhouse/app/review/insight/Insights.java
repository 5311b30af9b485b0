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
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.build.Authors;
import org.packhouse.app.review.build.Authors.Writer;
import org.packhouse.app.review.build.Reporting;
import org.packhouse.app.review.insight.AnnotationRows.Filter;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.packhouse.app.review.insight.ReportRows.Subject;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps reports on commits with their remarks. A report counts while its author may read the
 * repository, and belongs to its author and the administrators of the repository; other permissions
 * are not asked here.
 */
@Service
public class Insights {

  /** Reports of an author on a commit. */
  static final int MAX_REPORTS = 100;

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

  /** The reports on a commit that count, by key. */
  public List<InsightReport> reports(long repositoryId, String commit) {
    Subject subject = new Subject(repositoryId, commit);
    return counting(subject, reports.list(subject, new PageRequest(0, MAX_REPORTS)));
  }

  /** Those of some keys. */
  public List<InsightReport> reports(long repositoryId, String commit, Collection<String> keys) {
    Subject subject = new Subject(repositoryId, commit);
    return counting(subject, reports.list(subject, keys));
  }

  private List<InsightReport> counting(Subject subject, List<InsightReport> found) {
    return found.stream()
        .filter(it -> authors.counts(it.author(), subject.repositoryId()))
        .toList();
  }

  /** The remarks on some files of a commit, the heaviest first, in one statement. */
  public List<InsightRemark> inFiles(long repositoryId, String commit, Collection<String> paths) {
    return annotations.inFiles(
        new Subject(repositoryId, commit),
        paths,
        authors.countingIn(repositoryId),
        MAX_IN_FILE,
        MAX_IN_FILES);
  }

  /**
   * The remarks of the reports on a commit, by report and the heaviest first, in one statement.
   *
   * @param key of the only report that is asked for; null: all
   * @param each how many of a report
   */
  public List<InsightRemark> ofReports(
      long repositoryId, String commit, @Nullable String key, int each) {
    return annotations.ofReports(
        new Subject(repositoryId, commit), key, authors.countingIn(repositoryId), each);
  }

  /** How many remarks of each severity the reports on a commit have, by key; in one statement. */
  public Map<String, Map<Severity, Integer>> bySeverity(long repositoryId, String commit) {
    return annotations.bySeverity(new Subject(repositoryId, commit));
  }

  /** The remarks of the reports on a commit that count, as somebody chooses them. */
  List<InsightAnnotation> annotations(Subject subject, Filter filter, int limit) {
    return annotations.list(subject, filter, authors.countingIn(subject.repositoryId()), limit);
  }

  /**
   * Writes a report down, in the place of what was told under its key.
   *
   * @throws RefusedException if the key is another author's, a required report accepts others
   *     alone, or the commit has too many
   */
  @Transactional
  void put(Repository repository, Writer writer, String commit, InsightReport report) {
    Subject subject = new Subject(repository.id(), commit);
    Optional<Reporting> reserved = requireAccepted(repository, writer, subject, report.key());
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
      Subject subject,
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

  /** The reporters of a key, among whom a writer must be if there are any. */
  private Optional<Reporting> requireAccepted(
      Repository repository, Writer writer, Subject subject, String key) {
    Optional<Reporting> reserved = required.reporting(repository, key);
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

  /**
   * Deletes a report with its remarks; nothing happens if there is none.
   *
   * @throws RefusedException if it is another author's
   */
  @Transactional
  void delete(Repository repository, Writer writer, String commit, String key) {
    Subject subject = new Subject(repository.id(), commit);
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

  /** Any reader could delete what came before authors were kept. */
  private boolean mayDelete(Writer writer, InsightReport report) {
    return report.author() == null || authors.mayDelete(writer, report.author());
  }

  /**
   * Adds remarks to a report.
   *
   * @throws RefusedException if there is no such report, 409 if it is another author's, 400 if it
   *     would have too many or an external id is given twice
   */
  @Transactional
  void add(
      Repository repository,
      Writer writer,
      String commit,
      String key,
      List<InsightAnnotation> added) {
    Subject subject = new Subject(repository.id(), commit);
    requireAccepted(repository, writer, subject, key);
    long report = lockOwn(repository, writer, subject, key);
    refuseTwice(added);
    List<String> replaced = externalIds(added);
    if (!replaced.isEmpty()) {
      annotations.delete(report, replaced);
    }
    int there = annotations.count(report);
    if (there + added.size() > InsightBodies.MAX_ANNOTATIONS) {
      throw new InvalidFieldException(
          "annotations",
          "A report has at most %d annotations; this one would have %d."
              .formatted(InsightBodies.MAX_ANNOTATIONS, there + added.size()));
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

  /** Removes remarks by their external ids; none: all of the report. */
  @Transactional
  void deleteRemarks(
      Repository repository, Writer writer, String commit, String key, List<String> externalIds) {
    Subject subject = new Subject(repository.id(), commit);
    annotations.delete(lockOwn(repository, writer, subject, key), externalIds);
  }

  /** The row of a report whose remarks the writer may change. */
  private long lockOwn(Repository repository, Writer writer, Subject subject, String key) {
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
      Repository repository, Subject subject, InsightReport report, String rule) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The report %s on the commit %s in %s is told by %s: %s."
            .formatted(
                InvalidFieldException.quote(report.key()),
                subject.commit(),
                repository.path(),
                authors.words(report.author()),
                rule));
  }

  private void audit(String action, Repository repository, Subject subject, InsightReport report) {
    events.publishEvent(
        new AuditableChange(
            action,
            repository.path(),
            Map.of(
                "commit", subject.commit(),
                "key", report.key(),
                "author", authors.words(report.author()))));
  }

  static RefusedException notFound(Subject subject, String key) {
    return new NoSuchException(
        Thing.ENTITY,
        "The commit %s has no report with the key %s."
            .formatted(subject.commit(), InvalidFieldException.quote(key)));
  }
}
