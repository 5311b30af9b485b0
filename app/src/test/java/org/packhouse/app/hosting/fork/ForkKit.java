package org.packhouse.app.hosting.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An origin with a work tree that pushes to it, and forks of it. */
public final class ForkKit {

  /** Public, for tests of other packages. */
  public final TestingServer server;

  /** Public, for tests of other packages. */
  public final JdbcClient jdbc;

  /** Public, for tests of other packages. */
  public final Repository origin;

  /** Public, for tests of other packages. */
  public final GitFixture work;

  private final Path temporary;

  /** Makes an origin in the shared server; directories lie below that one. */
  public ForkKit(Path temporary) {
    this(temporary, TestingServer.shared());
  }

  /** Makes an origin in that server. */
  ForkKit(Path temporary, TestingServer server) {
    this.temporary = temporary;
    this.server = server;
    this.jdbc = server.get(JdbcClient.class);
    this.origin = TestingProjects.in(server).repository();
    this.work = GitFixture.workTree(temporary.resolve("work"));
    work.git("remote", "add", "origin", url(origin));
  }

  /** See the name. */
  public String url(Repository repository) {
    URI base = server.httpUrl();
    return "http://%s:%s@%s:%d/scm/%s/%s.git"
        .formatted(
            TestingServer.ADMIN,
            TestingServer.ADMIN_PASSWORD,
            base.getHost(),
            base.getPort(),
            repository.project().key(),
            repository.slug());
  }

  /** Commits a file and pushes it to a branch of the origin. */
  public String push(String branch, String content) {
    String commit = work.commit("file", content);
    work.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/" + branch);
    return commit;
  }

  /** See the name. */
  public Repository fork() throws IOException {
    return fork(origin);
  }

  /** See the name. */
  public Repository fork(Repository of) throws IOException {
    Project project = TestingProjects.in(server).project();
    return server
        .get(Forking.class)
        .fork(
            of,
            project,
            new Forking.NewFork(null, null, null),
            TestingPeople.of(server).admin(),
            null);
  }

  /** See the name. */
  public Repository again(Repository repository) {
    return server.get(Repositories.class).findById(repository.id()).orElseThrow();
  }

  /** See the name. */
  public Path directory(Repository repository) {
    return server.get(RepositoryStorage.class).directory(repository.id());
  }

  /** See the name. */
  public Path pool(Repository member) {
    return server.get(RepositoryStorage.class).poolDirectory(poolId(member));
  }

  /** The pool that a repository is a member of. */
  public long poolId(Repository member) {
    return server.get(PoolRows.class).poolOf(member.id()).orElseThrow();
  }

  /** See the name. */
  public GitFixture git(Repository repository) {
    Path directory = directory(repository);
    return GitFixture.in(directory).with("GIT_DIR", directory.toString());
  }

  /** The packs of a bare repository. */
  public static List<Path> packs(Path repository) throws IOException {
    try (Stream<Path> files = Files.list(repository.resolve("objects/pack"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).sorted().toList();
    }
  }

  /** Nothing is missing, and it clones. */
  public void assertSound(Repository repository) {
    GitFixture.Result fsck = git(repository).run("fsck", "--full", "--strict");
    assertThat(fsck.exitCode()).as(fsck.toString()).isZero();
    assertThat(fsck.output() + fsck.errors()).doesNotContain("missing", "error");
    clone(repository);
  }

  /** A mirror clone. */
  public GitFixture clone(Repository repository) {
    Path target = temporary.resolve("clone" + System.nanoTime());
    GitFixture.Result clone =
        work.run("clone", "--quiet", "--mirror", url(repository), target.toString());
    assertThat(clone.exitCode()).as(clone.errors()).isZero();
    return GitFixture.in(target);
  }
}
