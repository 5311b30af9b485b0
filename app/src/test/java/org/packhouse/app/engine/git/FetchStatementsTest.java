package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingSsh;

/** Statements of a clone that is cached. */
class FetchStatementsTest {

  private static final int MANY_REFS = 300;
  private static final long MAX_OF_REQUEST = 1;
  private static final long MAX_OF_SESSION = 3;

  @TempDir private Path directory;
  private final FetchKit kit = new FetchKit();
  private GitFixture source;

  @BeforeEach
  void makeRepository() {
    source = GitFixture.workTree(directory.resolve("source"));
    source.commit("a", "1");
    kit.fill(source);
  }

  @Test
  void costsTheSameFewStatementsForManyRefsOverHttp() throws IOException {
    long few = ofRequest();
    for (int i = 0; i < MANY_REFS; i++) {
      source.git("update-ref", "refs/heads/branch" + i, "HEAD");
    }
    kit.fill(source);
    assertThat(ofRequest()).isEqualTo(few).isBetween(1L, MAX_OF_REQUEST);
  }

  /** Those of one request of a clone, when the response and who asks are known. */
  private long ofRequest() throws IOException {
    List<String> wants = List.of(source.git("rev-parse", "main"));
    RawClone clone = RawClone.like(ProtocolVersion.V2, wants, "counted");
    ask(clone);
    ask(clone);
    long processes = kit.processes();
    try (Statements statements = Statements.ofThreads("tomcat-handler")) {
      ask(clone);
      assertThat(kit.processes()).isEqualTo(processes);
      return statements.counted();
    }
  }

  private void ask(RawClone clone) throws IOException {
    try (var response = clone.ask(kit.server.httpUrl(), kit.repository.path())) {
      assertThat(RawClone.pack(response)).isNotEmpty();
    }
  }

  @Test
  void costsFewStatementsOverSsh() throws IOException {
    TestingPeople people = TestingPeople.of(kit.server);
    User user = people.createUser(TestingPeople.uniqueName("counted"), "password-of-one");
    people.grant(user, new RepositoryId(kit.repository.id()), Permission.REPO_READ);
    try (TestingSsh ssh = TestingSsh.of(kit.server)) {
      Path key = ssh.createKey(user);
      for (String into : List.of("one", "two")) {
        ssh.gitOk(key, ssh.directory(), "clone", "--quiet", ssh.url(kit.repository), into);
      }
      long processes = kit.processes();
      try (Statements statements = Statements.ofThreads("ssh-command-")) {
        ssh.gitOk(key, ssh.directory(), "clone", "--quiet", ssh.url(kit.repository), "three");
        assertThat(statements.counted()).isBetween(1L, MAX_OF_SESSION);
      }
      assertThat(kit.processes()).isEqualTo(processes);
      assertThat(Files.exists(ssh.directory().resolve("three/a"))).isTrue();
    }
  }
}
