package org.packhouse.app.review.insight;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.EnforcedRule;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingLookup;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.build.AcceptedReporters;
import org.packhouse.app.review.build.ReporterRestriction;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps required reports; checks no permission. A repository's condition replaces its project's of
 * the same key; one that the project enforces holds besides.
 */
@Service
public class RequiredReports {

  private static final int MAX_CONDITIONS = 100;

  private final RequiredReportRows rows;
  private final AcceptedReporters reporters;
  private final ScopedSettings settings;
  private final SettingLookup<List<RequiredReport>> lookup;

  RequiredReports(RequiredReportRows rows, AcceptedReporters reporters, ScopedSettings settings) {
    this.rows = rows;
    this.reporters = reporters;
    this.settings = settings;
    lookup =
        settings.lookup(
            "required-reports",
            List.of(),
            (repository, project) -> merged(rows.list(repository, project)));
  }

  /** Returns the conditions in force by key. */
  public List<RequiredReport> of(Resource resource) {
    return lookup.of(resource);
  }

  public List<RequiredReport> inForce(long repositoryId) {
    return lookup.of(repositoryId);
  }

  private static List<RequiredReport> merged(List<RequiredReport> all) {
    Map<String, RequiredReport> byKey = new LinkedHashMap<>();
    List<RequiredReport> enforced = new ArrayList<>();
    for (RequiredReport each : all) {
      RequiredReport inherited = byKey.put(each.key(), each);
      if (inherited != null && inherited.enforced()) {
        enforced.add(inherited);
      }
    }
    enforced.addAll(byKey.values());
    return List.copyOf(enforced);
  }

  /** Returns the condition of a key; the repository's own if the project enforces one too. */
  public Optional<RequiredReport> find(Resource resource, String key) {
    return of(resource).reversed().stream().filter(it -> it.key().equals(key)).findFirst();
  }

  /** Returns the reporters that conditions accept for a report, or empty if anybody is. */
  Optional<ReporterRestriction> restriction(Repository repository, String reportKey) {
    List<RequiredReport> naming =
        of(new Resource(repository.project(), repository)).stream()
            .filter(it -> !it.reporters().isAnybody() && it.reportKey().equals(reportKey))
            .toList();
    return naming.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ReporterRestriction(
                naming.getFirst().scope().isProject()
                    ? repository.project().key()
                    : repository.path(),
                author ->
                    naming.stream().anyMatch(it -> reporters.accepts(it.reporters(), author))));
  }

  /**
   * Sets the condition of a key.
   *
   * @throws RefusedException if there are too many, or the project enforces a stricter one
   */
  @Transactional
  public void put(Resource resource, RequiredReport wanted) {
    if (resource.repository() != null) {
      of(resource).stream()
          .filter(it -> it.enforced() && it.key().equals(wanted.key()) && it.isLoosenedBy(wanted))
          .findFirst()
          .ifPresent(_ -> {
            throw refusal(resource, wanted.key());
          });
    }
    List<RequiredReport> own =
        of(resource).stream().filter(it -> it.scope().isOf(resource)).toList();
    if (own.contains(wanted)) {
      return;
    }
    if (own.size() >= MAX_CONDITIONS
        && own.stream().noneMatch(it -> it.key().equals(wanted.key()))) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "A project or repository requires at most %d reports.".formatted(MAX_CONDITIONS));
    }
    rows.put(wanted);
    audit(resource);
  }

  /**
   * Deletes a condition of just this scope; returns false if there is none, and refuses a
   * repository one that its project enforces.
   */
  @Transactional
  public boolean delete(Resource resource, String key) {
    boolean deleted = rows.delete(SettingScope.of(resource), key);
    if (deleted) {
      audit(resource);
    } else if (resource.repository() != null
        && find(resource, key).filter(RequiredReport::enforced).isPresent()) {
      throw refusal(resource, key);
    }
    return deleted;
  }

  private static RefusedException refusal(Resource resource, String key) {
    return EnforcedRule.refusal(
        resource.project(), "the required report %s".formatted(InvalidFieldException.quote(key)));
  }

  private void audit(Resource resource) {
    settings.audit("pull-request.required-reports-changed", resource, Map.of());
  }
}
