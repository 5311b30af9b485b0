package org.packhouse.app.engine.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A repository of its own on a server, with the administrator's URL, and a directory for clones.
 */
public final class Pushing {

  private final TestingServer server;
  private final Repository repository;
  private final Path directory;

  public Pushing(TestingServer server, Path directory) {
    this.server = server;
    this.repository = TestingProjects.in(server).repository();
    this.directory = directory;
  }

  public long id() {
    return repository.id();
  }

  String path() {
    return "/" + repository.path() + ".git";
  }

  /** The path of the repository below the main API. */
  String rest() {
    return "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
  }

  public String url() {
    return server.cloneUrl(repository);
  }

  /** Native git on the server's side. */
  public GitFixture bare() {
    return GitFixture.in(server.get(RepositoryStorage.class).directory(repository.id()));
  }

  /** A new work tree whose {@code origin} is the repository. */
  public GitFixture workTree(String name) {
    GitFixture work = GitFixture.workTree(directory.resolve(name));
    work.git("remote", "add", "origin", url());
    return work;
  }

  public JdbcClient sql() {
    return server.get(JdbcClient.class);
  }

  /** What lies on the server that a push should not leave behind. */
  public long left() {
    Path incoming = server.home().resolve("shared/repositories/incoming");
    if (!Files.exists(incoming)) {
      return 0;
    }
    try (var sessions = Files.list(incoming)) {
      long count = 0;
      for (Path session : sessions.toList()) {
        try (var found = Files.list(session)) {
          count +=
              found.filter(path -> path.getFileName().toString().startsWith(id() + "-")).count();
        }
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
