package org.packhouse.app.networks.insight;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps the reports that projects and repositories demand before merges; asks no permission. A
 * repository's condition of the same key stands for its project's.
 */
@Service
public class RequiredReports {

  private static final int MAX_CONDITIONS = 100;

  private final RequiredReportRows rows;
  private final PermissionStamp stamp;
  private final ResourceHierarchy hierarchy;
  private final ApplicationEventPublisher events;

  RequiredReports(
      RequiredReportRows rows,
      PermissionStamp stamp,
      ResourceHierarchy hierarchy,
      ApplicationEventPublisher events) {
    this.rows = rows;
    this.stamp = stamp;
    this.hierarchy = hierarchy;
    this.events = events;
  }

  /** Those that hold for a project or repository, by key. */
  public List<RequiredReport> of(Resource resource) {
    Repository repository = resource.repository();
    return merged(rows.list(repository == null ? null : repository.id(), resource.project().id()));
  }

  /** Those that hold for merges into a repository. */
  public List<RequiredReport> inForce(long repositoryId) {
    ResourceHierarchy.Place place = hierarchy.placeOfRepository(repositoryId, stamp.inUse());
    return place == null ? List.of() : merged(rows.list(repositoryId, place.projectId()));
  }

  /** A repository's come after its project's. */
  private static List<RequiredReport> merged(List<RequiredReport> all) {
    Map<String, RequiredReport> byKey = new LinkedHashMap<>();
    all.forEach(each -> byKey.put(each.key(), each));
    return List.copyOf(byKey.values());
  }

  /** The one of that key that holds. */
  public Optional<RequiredReport> find(Resource resource, String key) {
    return of(resource).stream().filter(it -> it.key().equals(key)).findFirst();
  }

  /**
   * Sets one, of which there is one of a key in a project or repository.
   *
   * @throws RestException 409 if there are as many as there may be
   */
  @Transactional
  public void put(Resource resource, RequiredReport wanted) {
    List<RequiredReport> own =
        of(resource).stream().filter(it -> it.resource().equals(resource.id())).toList();
    if (own.contains(wanted)) {
      return;
    }
    if (own.size() >= MAX_CONDITIONS
        && own.stream().noneMatch(it -> it.key().equals(wanted.key()))) {
      throw new RestException(
          HttpStatus.CONFLICT.value(),
          ExceptionName.INTEGRITY,
          "A project or repository requires at most %d reports.".formatted(MAX_CONDITIONS));
    }
    rows.put(wanted);
    audit(resource);
  }

  /** Deletes one of just this project or repository; false: there was none of that key. */
  @Transactional
  public boolean delete(Resource resource, String key) {
    boolean deleted = rows.delete(resource.id(), key);
    if (deleted) {
      audit(resource);
    }
    return deleted;
  }

  private void audit(Resource resource) {
    events.publishEvent(
        new AuditableChange("pull-request.required-reports-changed", resource.path(), Map.of()));
  }
}
