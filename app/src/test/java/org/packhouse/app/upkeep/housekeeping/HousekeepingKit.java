package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A repository to do housekeeping on, as it lies on disk, and a work tree that pushes to it. */
final class HousekeepingKit {

  final Repository repository;
  final Path directory;
  final PackOwner owner;
  final PackDirectory packs;
  final GitFixture stored;
  final GitFixture work;

  private final TestingServer server;
  private final Path temporary;

  HousekeepingKit(TestingServer server, Path temporary) {
    this.server = server;
    this.temporary = temporary;
    repository = TestingProjects.in(server).repository();
    directory = server.get(RepositoryStorage.class).directory(repository.id());
    owner = PackOwner.repository(repository.id(), null);
    packs = new PackDirectory(directory);
    stored = GitFixture.in(directory).with("GIT_DIR", directory.toString());
    work = GitFixture.workTree(temporary.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository));
  }

  /** Pushes so many commits one by one, so that each brings a pack. */
  void push(int times) {
    for (int i = 0; i < times; i++) {
      work.commit("file" + i % 7, "content " + System.nanoTime() + "\n" + "line\n".repeat(i));
      work.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
    }
  }

  /** As if the longest operation had passed since. */
  void age() {
    server
        .get(JdbcClient.class)
        .sql(
            "update superseded_pack set superseded_at = superseded_at - interval '2 hours'"
                + " where repository_id = ?")
        .param(repository.id())
        .update();
  }

  /** Git finds nothing wrong in the repository, and can clone all of it. */
  void assertSound() {
    GitFixture.Result fsck = stored.run("fsck", "--full", "--strict");
    assertThat(fsck.exitCode()).as(fsck.toString()).isZero();
    assertThat(fsck.output() + fsck.errors()).doesNotContain("missing", "error");
    GitFixture.Result clone =
        work.run(
            "clone",
            "--quiet",
            "--mirror",
            server.cloneUrl(repository),
            temporary.resolve("c" + System.nanoTime()).toString());
    assertThat(clone.exitCode()).as(clone.errors()).isZero();
  }
}
