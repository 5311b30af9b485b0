package org.packhouse.app.hosting.repository;

import java.util.Optional;
import org.springframework.stereotype.Component;

@Component
class StoredRepositories implements Repositories {

  private final RepositoryRows rows;

  StoredRepositories(RepositoryRows rows) {
    this.rows = rows;
  }

  @Override
  public Optional<Repository> findById(long id) {
    return rows.findById(id);
  }

  @Override
  public Optional<Repository> findByPath(String projectKey, String slug) {
    return rows.findByPath(projectKey, slug);
  }

  @Override
  public Optional<Repository> findByFormerPath(String projectKey, String slug) {
    return rows.findByFormerPath(projectKey, slug);
  }
}
