package org.packhouse.app.hosting.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.source.sync.ForkSync;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.Refusal;

/** A fork's branch that a check protects stays where it is, whoever wants to move it. */
class CheckedSyncTest {

  private static final String MAIN = "refs/heads/main";
  private static final ProtectedRefs PROTECTED = new ProtectedRefs(ConcurrentHashMap.newKeySet());

  private static TestingServer server;

  @TempDir private Path temporary;
  private ForkKit kit;
  private Repository fork;
  private String base;
  private String path;

  /** Refuses every move of some refs, written {@code id ref}. */
  private record ProtectedRefs(Set<String> refs) implements PreReceiveCheck {
    @Override
    public List<Refusal> check(Push push) {
      return push.changes().stream()
          .filter(it -> refs.contains(push.repository().value() + " " + it.refName()))
          .map(it -> new Refusal(it.refName(), "protected", List.of("Nobody moves it.")))
          .toList();
    }
  }

  @BeforeAll
  static void startServer() {
    PROTECTED.refs().clear();
    server = TestingServer.builder().withPiece("protectedRefs", PROTECTED).start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void makeAFork() throws IOException {
    kit = new ForkKit(temporary, server);
    base = kit.push("main", "0");
    fork = kit.fork();
    path = "/rest/sync/latest/projects/%s/repos/%s".formatted(fork.project().key(), fork.slug());
  }

  private void protect(String ref) {
    PROTECTED.refs().add(fork.id() + " " + ref);
  }

  private String value(String ref) {
    return kit.git(fork).run("rev-parse", "--verify", "--quiet", ref).output().strip();
  }

  @ParameterizedTest
  @EnumSource(ForkSync.Action.class)
  void refusesToSynchronizeByHand(ForkSync.Action action) {
    String own = kit.work.commit("own", "1");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:" + MAIN);
    kit.work.git("reset", "--quiet", "--hard", base);
    kit.push("main", "1");
    protect(MAIN);
    Response refused =
        TestingRest.admin(server)
            .post(path + "/synchronize", "{'refId': '%s', 'action': '%s'}".formatted(MAIN, action));
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(409);
    assertThat(refused.message()).contains(MAIN, "protected", "Nobody moves it.");
    assertThat(value(MAIN)).isEqualTo(own);
  }

  @Test
  void refusesToFollowAndLetsOtherRefsFollow() {
    assertThat(TestingRest.admin(server).post(path, "{'enabled': true}").status()).isEqualTo(200);
    protect(MAIN);
    String next = kit.work.commit("file", "1");
    kit.work.git("push", "--quiet", "--atomic", "origin", "HEAD:main", "HEAD:refs/heads/topic");
    await().atMost(Duration.ofSeconds(30)).until(() -> value("refs/heads/topic").equals(next));
    assertThat(value(MAIN)).isEqualTo(base);
  }

  @Test
  void beginsToFollowWithWhatIsNotProtected() {
    protect(MAIN);
    String next = kit.push("main", "1");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    assertThat(TestingRest.admin(server).post(path, "{'enabled': true}").status()).isEqualTo(200);
    assertThat(value("refs/heads/topic")).isEqualTo(next);
    assertThat(value(MAIN)).isEqualTo(base);
  }
}
