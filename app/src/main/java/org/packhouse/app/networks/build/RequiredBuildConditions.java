package org.packhouse.app.networks.build;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps the builds that repositories demand before merges; asks no permission. */
@Service
public class RequiredBuildConditions {

  private static final int MAX_CONDITIONS = 100;
  private static final int MAX_KEYS = 100;

  private final RequiredBuildRows rows;
  private final ApplicationEventPublisher events;

  RequiredBuildConditions(RequiredBuildRows rows, ApplicationEventPublisher events) {
    this.rows = rows;
    this.events = events;
  }

  /** The conditions of a repository, the oldest first. */
  public List<RequiredBuilds> list(Repository repository) {
    return rows.of(repository.id());
  }

  /** One of them. */
  public Optional<RequiredBuilds> find(Repository repository, long id) {
    return rows.find(repository.id(), id);
  }

  /**
   * Adds a condition, whose id is not looked at.
   *
   * @throws RestException 409 if the repository has as many as it may
   */
  @Transactional
  public RequiredBuilds add(Repository repository, RequiredBuilds wanted) {
    if (rows.of(repository.id()).size() >= MAX_CONDITIONS) {
      throw new RestException(
          HttpStatus.CONFLICT.value(),
          ExceptionName.INTEGRITY,
          "A repository has at most %d conditions of builds.".formatted(MAX_CONDITIONS));
    }
    long id = rows.insert(repository.id(), wanted);
    audit(repository);
    return require(repository, id);
  }

  /**
   * Changes the condition of that id.
   *
   * @throws RestException 404 if there is none
   */
  @Transactional
  public RequiredBuilds change(Repository repository, RequiredBuilds wanted) {
    if (!rows.update(repository.id(), wanted)) {
      throw notFound(repository, wanted.id());
    }
    audit(repository);
    return require(repository, wanted.id());
  }

  /** Deletes a condition; false: there was none of that id. */
  @Transactional
  public boolean delete(Repository repository, long id) {
    boolean deleted = rows.delete(repository.id(), id);
    if (deleted) {
      audit(repository);
    }
    return deleted;
  }

  /**
   * The keys of builds, each once.
   *
   * @throws InvalidFieldException if one breaks a rule, or there are none or too many
   */
  public static List<String> keys(List<String> given) {
    Set<String> keys = new LinkedHashSet<>();
    given.forEach(
        key -> keys.add(ReportFields.required("buildParentKeys", key, ReportFields.MAX_KEY)));
    if (keys.isEmpty() || keys.size() > MAX_KEYS) {
      throw new InvalidFieldException(
          "buildParentKeys",
          "A condition names 1 to %d builds, not %d.".formatted(MAX_KEYS, keys.size()));
    }
    return List.copyOf(keys);
  }

  private RequiredBuilds require(Repository repository, long id) {
    return find(repository, id).orElseThrow(() -> notFound(repository, id));
  }

  private void audit(Repository repository) {
    events.publishEvent(
        new AuditableChange("repository.required-builds-changed", repository.path(), Map.of()));
  }

  private static RestException notFound(Repository repository, long id) {
    return new RestException(
        HttpStatus.NOT_FOUND.value(),
        ExceptionName.NO_SUCH_ENTITY,
        "%s has no condition of builds with the id %d.".formatted(repository.path(), id));
  }
}
