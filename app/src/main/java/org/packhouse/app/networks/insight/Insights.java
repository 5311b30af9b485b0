package org.packhouse.app.networks.insight;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.networks.insight.InsightAnnotation.Severity;
import org.packhouse.app.networks.insight.ReportRows.Subject;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps reports on commits with their remarks; asks no permission. */
@Service
public class Insights {

  /** Reports of a commit. */
  static final int MAX_REPORTS = 100;

  private static final int MAX_IN_FILE = 500;
  private static final int MAX_IN_FILES = 2_000;

  private final ReportRows reports;
  private final AnnotationRows annotations;

  Insights(ReportRows reports, AnnotationRows annotations) {
    this.reports = reports;
    this.annotations = annotations;
  }

  /** The reports on a commit, by key. */
  public List<InsightReport> reports(long repositoryId, String commit) {
    return reports.list(new Subject(repositoryId, commit), new PageRequest(0, MAX_REPORTS));
  }

  /** The remarks on some files of a commit, the heaviest first, in one statement. */
  public List<InsightRemark> inFiles(long repositoryId, String commit, Collection<String> paths) {
    return annotations.inFiles(new Subject(repositoryId, commit), paths, MAX_IN_FILE, MAX_IN_FILES);
  }

  /**
   * The remarks of the reports on a commit, by report and the heaviest first, in one statement.
   *
   * @param key of the only report that is asked for; null: all
   * @param each how many of a report
   */
  public List<InsightRemark> ofReports(
      long repositoryId, String commit, @Nullable String key, int each) {
    return annotations.ofReports(new Subject(repositoryId, commit), key, each);
  }

  /** How many remarks of each severity the reports on a commit have, by key; in one statement. */
  public Map<String, Map<Severity, Integer>> bySeverity(long repositoryId, String commit) {
    return annotations.bySeverity(new Subject(repositoryId, commit));
  }

  @Transactional
  void put(Subject subject, InsightReport report) {
    if (!reports.put(subject, report, MAX_REPORTS)) {
      throw new RestException(
          HttpStatus.CONFLICT.value(),
          ExceptionName.INTEGRITY,
          "The commit %s has %d reports, which is the limit."
              .formatted(subject.commit(), MAX_REPORTS));
    }
  }

  /**
   * Adds remarks to a report.
   *
   * @throws RestException 404 if there is no such report, 400 if it would have too many or an
   *     external id is given twice
   */
  @Transactional
  void add(Subject subject, String key, List<InsightAnnotation> added) {
    long report = lock(subject, key);
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
  void delete(Subject subject, String key, List<String> externalIds) {
    annotations.delete(lock(subject, key), externalIds);
  }

  private long lock(Subject subject, String key) {
    OptionalLong id = reports.lock(subject, key);
    return id.orElseThrow(() -> notFound(subject, key));
  }

  static RestException notFound(Subject subject, String key) {
    return new RestException(
        HttpStatus.NOT_FOUND.value(),
        ExceptionName.NO_SUCH_ENTITY,
        "The commit %s has no report with the key %s."
            .formatted(subject.commit(), InvalidFieldException.quote(key)));
  }
}
