package org.packhouse.app.storage.refs;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows that a repository's ref version begins with; {@link RefUpdates} raises it. */
@Component
public class RefVersions {

  private final JdbcClient jdbc;

  RefVersions(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Begins the version of a new repository, in the caller's transaction. */
  public void begin(long repositoryId) {
    jdbc.sql("insert into repository_version (repository_id) values (?)")
        .param(repositoryId)
        .update();
  }
}
