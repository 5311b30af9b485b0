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

/**
 * The branch that HEAD of a new repository names: as its project says, the server, the settings.
 */
@Service
public class InitialBranches {

  private static final String FACT = "repository.default-branch";

  private final JdbcClient jdbc;
  private final StoredSettings facts;
  private final RepositorySettings settings;
  private final ApplicationEventPublisher events;

  InitialBranches(
      JdbcClient jdbc,
      StoredSettings facts,
      RepositorySettings settings,
      ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.facts = facts;
    this.settings = settings;
    this.events = events;
  }

  /** The short name for a new repository of that project. */
  public String of(Project project) {
    return ofProject(project).or(this::ofServer).orElse(settings.defaultBranch());
  }

  /** What an administrator chose for the whole server, as a short name. */
  public Optional<String> ofServer() {
    return facts.read(FACT);
  }

  /** What was chosen for a project, as a short name. */
  public Optional<String> ofProject(Project project) {
    return jdbc.sql("select branch from initial_branch where project_id = ?")
        .param(project.id())
        .query(String.class)
        .optional();
  }

  /**
   * Chooses for the whole server.
   *
   * @param branch short or full name; null: what the settings say
   * @throws org.packhouse.app.platform.refusal.InvalidFieldException if git would not call a branch
   *     so
   */
  @Transactional
  public void setOfServer(@Nullable String branch) {
    String name = RepositoryRules.defaultBranch(branch);
    if (name == null) {
      facts.remove(FACT);
    } else {
      facts.write(FACT, name);
    }
    publish("server.default-branch-changed", "server", name);
  }

  /**
   * Chooses for a project.
   *
   * @param branch short or full name; null: what the server says
   * @throws org.packhouse.app.platform.refusal.InvalidFieldException if git would not call a branch
   *     so
   */
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
