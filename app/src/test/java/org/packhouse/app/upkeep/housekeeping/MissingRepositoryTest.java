package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.slf4j.LoggerFactory;

/** A repository that is not in the shared home, though the database knows it. */
class MissingRepositoryTest {

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private final TestingRest admin = TestingRest.admin(server);
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @Test
  void isSaidToBeAwayAndIsWholeWhenItIsBack(@TempDir Path temporary) throws Exception {
    GitFixture work = GitFixture.workTree(temporary.resolve("work"));
    String commit = work.commit("README.md", "here\n");
    work.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/main");
    Path directory = server.get(RepositoryStorage.class).directory(repository.id());
    Path elsewhere = directory.resolveSibling("elsewhere-" + repository.id());
    ListAppender<ILoggingEvent> log = listen();
    Files.move(directory, elsewhere);
    try {
      for (int i = 0; i < 3; i++) {
        askEveryWay(work);
      }
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .containsOnlyOnce(
              "Repository %d is not in the shared home: %s is missing. Its requests are refused; this is said once an hour."
                  .formatted(repository.id(), directory));
      try (TestingBrowser browser = TestingBrowser.admin(server)) {
        assertThat(browser.get("/admin/damaged").body()).contains(directory.toString());
      }
    } finally {
      Files.move(elsewhere, directory);
      ((Logger) LoggerFactory.getLogger(RepositoryDamage.class)).detachAppender(log);
    }
    assertThat(admin.get(path + "/branches").at("/values/0/latestCommit")).isEqualTo(commit);
    server.get(RepositoryDamage.class).lookAgain(repository.id());
    assertThat(server.get(RepositoryDamage.class).list())
        .noneMatch(it -> it.repositoryId() == repository.id());
    assertThat(server.get(RepositoryDirectories.class).check(repository.id())).isEqualTo(directory);
  }

  private void askEveryWay(GitFixture work) {
    for (String address : new String[] {"/branches", "/commits", "/browse", "/files"}) {
      Response response = admin.get(path + address);
      assertThat(response.status()).as(address).isEqualTo(503);
      assertThat(response.message()).contains("does not find the files of this repository");
    }
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get("/" + path + "/browse").statusCode()).isEqualTo(503);
    }
    GitFixture.Result listed = work.run("ls-remote", server.cloneUrl(repository));
    assertThat(listed.exitCode()).isNotZero();
    GitFixture.Result pushed =
        work.run("push", server.cloneUrl(repository), "HEAD:refs/heads/other");
    assertThat(pushed.exitCode()).isNotZero();
  }

  private static ListAppender<ILoggingEvent> listen() {
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    ((Logger) LoggerFactory.getLogger(RepositoryDamage.class)).addAppender(appender);
    return appender;
  }
}
