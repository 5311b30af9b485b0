package org.packhouse.app.hosting.repository;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Former places of repositories. A place in use is never an alias. */
@Component
public class RepositoryAliases {

  private final JdbcClient jdbc;
  private final Repositories repositories;
  private final Projects projects;

  RepositoryAliases(JdbcClient jdbc, Repositories repositories, Projects projects) {
    this.jdbc = jdbc;
    this.repositories = repositories;
    this.projects = projects;
  }

  /** Returns the repository that was at that place, or whose project had that key. */
  public Optional<Repository> findByFormerPath(String projectKey, String slug) {
    List<Project> places =
        Stream.of(projects.findByKey(projectKey), projects.findByFormerKey(projectKey))
            .flatMap(Optional::stream)
            .toList();
    return Stream.concat(
            places.stream().map(place -> repositories.findByPath(place.key(), slug)),
            places.stream().map(place -> find(place.id(), slug)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Repository> find(long projectId, String slug) {
    return jdbc.sql("select repository_id from repository_alias where project_id = ? and slug = ?")
        .params(projectId, slug.toLowerCase(Locale.ROOT))
        .query(Long.class)
        .optional()
        .flatMap(repositories::findById);
  }

  void add(long projectId, String slug, long repositoryId) {
    jdbc.sql(
            """
            insert into repository_alias (project_id, slug, repository_id) values (?, ?, ?)
            on conflict (project_id, slug) do update set repository_id = excluded.repository_id
            """)
        .params(projectId, slug.toLowerCase(Locale.ROOT), repositoryId)
        .update();
  }

  void remove(long projectId, String slug) {
    jdbc.sql("delete from repository_alias where project_id = ? and slug = ?")
        .params(projectId, slug.toLowerCase(Locale.ROOT))
        .update();
  }
}
