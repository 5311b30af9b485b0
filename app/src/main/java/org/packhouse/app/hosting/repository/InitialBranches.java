package org.packhouse.app.hosting.repository;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.identity.user.AuditableChange;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The default branch of new repositories: that of the project, the server or the settings. */
@Service
public class InitialBranches {

  private static final String NAME = "repository.default-branch";

  private final JdbcClient jdbc;
  private final StoredSettings stored;
  private final RepositorySettings settings;
  private final ApplicationEventPublisher events;

  InitialBranches(
      JdbcClient jdbc,
      StoredSettings stored,
      RepositorySettings settings,
      ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.stored = stored;
    this.settings = settings;
    this.events = events;
  }

  /** Returns the short name for a new repository in the project. */
  public String of(Project project) {
    return ofProject(project).or(this::ofServer).orElse(settings.defaultBranch());
  }

  /** Returns the short name that an administrator chose for the server. */
  public Optional<String> ofServer() {
    return stored.read(NAME);
  }

  /** Returns the short name that was chosen for the project. */
  public Optional<String> ofProject(Project project) {
    return jdbc.sql("select branch from initial_branch where project_id = ?")
        .param(project.id())
        .query(String.class)
        .optional();
  }

  /** Sets the branch for the server, by either name; null: that of the settings. */
  @Transactional
  public void setOfServer(@Nullable String branch) {
    String name = RepositoryRules.defaultBranch(branch);
    if (name == null) {
      stored.remove(NAME);
    } else {
      stored.write(NAME, name);
    }
    publish("server.default-branch-changed", "server", name);
  }

  /** Sets the branch for a project, by either name; null: that of the server. */
  @Transactional
  public void setOfProject(Project project, @Nullable String branch) {
    String name = RepositoryRules.defaultBranch(branch);
    if (name == null) {
      jdbc.sql("delete from initial_branch where project_id = ?").param(project.id()).update();
    } else {
      jdbc.sql(
              """
              insert into initial_branch (project_id, branch) values (?, ?)
              on conflict (project_id) do update set branch = excluded.branch
              """)
          .params(project.id(), name)
          .update();
    }
    publish("project.default-branch-changed", project.key(), name);
  }

  private void publish(String action, String subject, @Nullable String name) {
    events.publishEvent(
        new AuditableChange(action, subject, Map.of("branch", String.valueOf(name))));
  }
}
