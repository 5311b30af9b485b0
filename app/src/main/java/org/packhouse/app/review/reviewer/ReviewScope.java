package org.packhouse.app.review.reviewer;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;

/** The project or repository that something is set on: one of the two is null. */
public record ReviewScope(@Nullable Long projectId, @Nullable Long repositoryId) {

  static ReviewScope of(Resource resource) {
    Repository repository = resource.repository();
    return repository == null
        ? new ReviewScope(resource.project().id(), null)
        : new ReviewScope(null, repository.id());
  }

  static ReviewScope read(ResultSet row) throws SQLException {
    return new ReviewScope(
        row.getObject("project_id", Long.class), row.getObject("repository_id", Long.class));
  }

  /** As the REST dialect shows it. */
  public record View(String type, @Nullable Long resourceId) {}

  View view() {
    return repositoryId == null
        ? new View("PROJECT", projectId)
        : new View("REPOSITORY", repositoryId);
  }
}
