package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** A quota as an administrator sets it and a pusher meets it. */
class QuotaTest {

  private static final int FILE = 300_000;

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String quota =
      "/rest/packhouse/latest/projects/%s/repos/%s/quota"
          .formatted(repository.project().key(), repository.slug());

  @TempDir Path directory;

  @Test
  void stopsAPushThatBringsTooMuch() {
    GitFixture.Result refused = pushUnder(100_000);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.errors()).contains("quota exceeded").contains("may hold 97 KB");
  }

  @Test
  void letsAPushPassThatFits() {
    assertThat(pushUnder(1_000_000).exitCode()).isZero();
  }

  @Test
  void countsNothingForABranchThatBringsNoObjects() {
    assertThat(pushUnder(600_000).exitCode()).isZero();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> admin.get(quota).json().path("usedBytes").asLong() > FILE);
    String branches =
        "projects/%s/repos/%s/branches".formatted(repository.project().key(), repository.slug());
    TestingRest.Response made = admin.post(branches, "{'name': 'next', 'startPoint': 'main'}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(200);
  }

  @Test
  void isTakenBack() {
    assertThat(admin.put(quota, "{'quotaBytes': 5000}").at("/isOwn")).isEqualTo("true");
    assertThat(admin.delete(quota).status()).isEqualTo(204);
    assertThat(admin.get(quota).json().path("quotaBytes").isNull()).isTrue();
    assertThat(admin.get(quota).at("/isOwn")).isEqualTo("false");
  }

  @Test
  void refusesWhatIsNoNumberOfBytes() {
    for (String wrong : new String[] {"0", "-1", "'many'", "null", "1e40"}) {
      TestingRest.Response response = admin.put(quota, "{'quotaBytes': %s}".formatted(wrong));
      assertThat(response.status()).describedAs(wrong).isEqualTo(400);
    }
  }

  private GitFixture.Result pushUnder(long bytes) {
    assertThat(admin.put(quota, "{'quotaBytes': %d}".formatted(bytes)).status()).isEqualTo(200);
    byte[] noise = new byte[FILE];
    new Random(1).nextBytes(noise);
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("noise", new String(noise, java.nio.charset.StandardCharsets.ISO_8859_1));
    return work.run(
        "push",
        server
                .httpUrl()
                .toString()
                .replace(
                    "://", "://" + TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD + "@")
            + "/scm/"
            + repository.path()
            + ".git",
        "HEAD:refs/heads/main");
  }
}
