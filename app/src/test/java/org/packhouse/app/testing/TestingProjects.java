package org.packhouse.app.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.packhouse.app.hosting.project.NewProject;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;

/** Makes projects and repositories with names that nobody else has. */
public final class TestingProjects {

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final TestingServer server;

  private TestingProjects(TestingServer server) {
    this.server = server;
  }

  /** Makes them in that server. */
  public static TestingProjects in(TestingServer server) {
    return new TestingProjects(server);
  }

  /** A name that was not given before in this JVM, such as {@code repo12}. */
  public static String name(String beginning) {
    return beginning + COUNTER.incrementAndGet();
  }

  /** A private project without repositories. */
  public Project project() {
    return project(false);
  }

  /** A project without repositories. */
  public Project project(boolean isPublic) {
    String key = name("P");
    return server
        .get(ProjectCreation.class)
        .create(new NewProject(key, "Project " + key, null, isPublic), null);
  }

  /** An empty private repository in a project of its own. */
  public Repository repository() {
    return repository(project());
  }

  /** An empty private repository in that project. */
  public Repository repository(Project project) {
    return repository(project, NewRepository.named(name("repo")));
  }

  /** An empty public repository in a project of its own. */
  public Repository publicRepository() {
    return repository(project(), new NewRepository(name("repo"), null, null, true, true));
  }

  /** A repository in that project. */
  public Repository repository(Project project, NewRepository wanted) {
    return server.get(RepositoryCreation.class).create(project, wanted, null);
  }
}
