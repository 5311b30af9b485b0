package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportOrigin;
import org.packhouse.hooks.Actor;

/** Steps that tests of imports share. */
public final class ImportKit {

  public static final Duration LIMIT = Duration.ofSeconds(60);
  static final String OWN = "/rest/packhouse/latest/";

  final TestingServer server;
  public final TestingRest admin;
  final Project project;

  public ImportKit(TestingServer server) {
    this.server = server;
    this.admin = TestingRest.admin(server);
    this.project = TestingProjects.in(server).project();
  }

  /** Asks for an import; single quotes stand for double ones. */
  public TestingRest.Response start(String json) {
    return admin.post(OWN + "projects/" + project.key() + "/import", json);
  }

  /** Asks for an import and waits until it has ended. */
  public TestingRest.Response run(String name, String json) {
    TestingRest.Response begun = start(json);
    assertThat(begun.status()).describedAs(begun.response().body()).isEqualTo(202);
    return await(name);
  }

  public String path(String slug) {
    return OWN + "projects/" + project.key() + "/repos/" + slug + "/import";
  }

  public TestingRest.Response state(String slug) {
    return admin.get(path(slug));
  }

  public TestingRest.Response await(String slug) {
    return Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> state(slug),
            response -> !Set.of("QUEUED", "RUNNING").contains(response.at("/state")));
  }

  public Repository repository(String slug) {
    return find(slug).orElseThrow();
  }

  /** The repository, if its import was begun. */
  public Optional<Repository> find(String slug) {
    return server.get(Repositories.class).findByPath(project.key(), slug);
  }

  /** The directory of an imported repository, for git to look into. */
  GitFixture directory(String slug) {
    return GitFixture.in(server.get(RepositoryStorage.class).directory(repository(slug).id()));
  }

  Path root() {
    return server.home().resolve(TestingServer.IMPORT_ROOT);
  }

  /** The address of a repository of this server. */
  String url(Repository repository) {
    return server.httpUrl()
        + "/scm/"
        + repository.project().key()
        + "/"
        + repository.slug()
        + ".git";
  }

  /** A job of this process that no row stands for. */
  public static ImportJob job(TestingServer server, long repositoryId, String source) {
    return new ImportJob(
        0,
        1,
        server.get(NodeSessions.class).current(),
        new ImportOrigin(ImportKind.URL, source, false),
        repositoryId,
        null,
        new Actor(null, "test"));
  }
}
