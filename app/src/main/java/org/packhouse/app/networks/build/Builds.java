package org.packhouse.app.networks.build;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps what programs tell of builds; asks no permission. */
@Service
public class Builds {

  /** Builds of a commit, of a repository or of none. */
  static final int MAX_BUILDS = 1_000;

  private final BuildStatusRows rows;
  private final ApplicationEventPublisher events;

  Builds(BuildStatusRows rows, ApplicationEventPublisher events) {
    this.rows = rows;
    this.events = events;
  }

  /**
   * Writes down what is told of a build, in the place of what was told of the same key.
   *
   * @throws RestException 409 if the commit has too many builds
   */
  @Transactional
  void report(BuildStatus build) {
    if (!rows.put(build, MAX_BUILDS)) {
      throw new RestException(
          HttpStatus.CONFLICT.value(),
          ExceptionName.INTEGRITY,
          "The commit %s has %d builds, which is the limit."
              .formatted(build.subject().commit(), MAX_BUILDS));
    }
    events.publishEvent(new BuildReported(build.subject()));
  }

  @Transactional
  void delete(long repositoryId, String commit, String key) {
    if (rows.delete(repositoryId, commit, key)) {
      events.publishEvent(new BuildReported(new BuildStatus.Subject(repositoryId, commit)));
    }
  }

  /**
   * The builds of a commit in a repository, by key: its own, and those that were told of no
   * repository.
   */
  public List<BuildStatus> of(long repositoryId, String commit) {
    Map<String, BuildStatus> byKey = new LinkedHashMap<>();
    rows.list(commit, List.of(repositoryId))
        .forEach(build -> byKey.putIfAbsent(build.key(), build));
    return new ArrayList<>(byKey.values());
  }

  /** Numbers of builds of each of those commits that has one, in one statement. */
  public Map<String, BuildStats> stats(long repositoryId, Collection<String> commits) {
    return rows.stats(commits, List.of(repositoryId));
  }
}
