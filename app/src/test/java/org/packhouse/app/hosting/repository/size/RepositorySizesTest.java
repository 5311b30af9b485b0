package org.packhouse.app.hosting.repository.size;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.outbox.GatheredTasks;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.move.RefVersions;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Measuring of repositories while people push. */
class RepositorySizesTest {

  private final TestingServer server = TestingServer.shared();
  private final JdbcClient sql = server.get(JdbcClient.class);

  @Test
  void measuresAgainWhatWasPushedMeanwhile() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    AtomicInteger measured = new AtomicInteger();
    RepositorySizes sizes = pushedToMeanwhile(repository, measured, 1);
    assertThat(sizes.measureLatest(repository.id(), 5)).isTrue();
    assertThat(measured).hasValue(2);
    assertThat(sizes.of(repository.id()))
        .isEqualTo(server.get(RepositorySizes.class).measure(repository.id()));
  }

  @Test
  void saysThatPushesNeverEnded() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    AtomicInteger measured = new AtomicInteger();
    RepositorySizes sizes = pushedToMeanwhile(repository, measured, 5);
    assertThat(sizes.measureLatest(repository.id(), 3)).isFalse();
    assertThat(measured).hasValue(3);
  }

  @Test
  void measuresLaterWhatWasPushedMeanwhileIfNoQuotaWaitsForIt() throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    AtomicInteger measured = new AtomicInteger();
    complete(repository, pushedToMeanwhile(repository, measured, 1));
    assertThat(measured).hasValue(1);
    assertThat(scheduled(repository)).isEqualTo(1);
  }

  @Test
  void measuresAtOnceWhatWasPushedMeanwhileIfAQuotaWaitsForIt() throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    sql.sql("update repository set quota_bytes = 1000000 where id = ?")
        .param(repository.id())
        .update();
    AtomicInteger measured = new AtomicInteger();
    complete(repository, pushedToMeanwhile(repository, measured, 1));
    assertThat(measured).hasValue(2);
    assertThat(scheduled(repository)).isZero();
  }

  @Test
  void measuresAtOnceAgainWhereAQuotaWaitsAndPushesNeverEnded() throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    sql.sql("update repository set quota_bytes = 1000000 where id = ?")
        .param(repository.id())
        .update();
    GatheredTasks tasks = server.get(GatheredTasks.class);
    complete(repository, pushedToMeanwhile(repository, new AtomicInteger(), 100));
    assertThat(tasks.isWaiting("repository-size", Long.toString(repository.id())))
        .as("a push that comes now schedules it at once")
        .isFalse();
  }

  @Test
  void measuresALargeRepositoryWhenSomebodyAsksAndNotAfterEachPush() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    RepositorySizes sizes = server.get(RepositorySizes.class);
    RepositoryQuota quota = server.get(RepositoryQuota.class);
    sizes.measure(repository.id());
    assertThat(quota.isWatched(repository.id())).as("small").isTrue();
    long large = 2 * RepositorySizes.SMALL;
    sql.sql("update repository_size set bytes = ? where repository_id = ?")
        .params(large, repository.id())
        .update();
    assertThat(quota.isWatched(repository.id())).as("large").isFalse();
    long version = versionOf(repository);
    assertThat(sizes.of(repository.id())).isEqualTo(large);
    assertThat(sizes.at(version, repository.id())).hasValue(large);
    assertThat(scheduled(repository)).isZero();

    push(
        repository.id(),
        server.get(RepositoryStorage.class).directory(repository.id()).resolve("late"));
    assertThat(sizes.at(version + 1, repository.id())).hasValue(large);
    assertThat(scheduled(repository)).isEqualTo(1);
    assertThat(sizes.of(repository.id())).isBetween(10_000L, large - 1);

    sql.sql("update repository_size set bytes = ? where repository_id = ?")
        .params(large, repository.id())
        .update();
    sql.sql("update repository set quota_bytes = 1000000 where id = ?")
        .param(repository.id())
        .update();
    assertThat(quota.isWatched(repository.id())).as("limited").isTrue();
  }

  private long versionOf(Repository repository) {
    return server
        .get(RefVersions.class)
        .of(List.of(repository.id()))
        .getOrDefault(repository.id(), 0L);
  }

  @Test
  void isNeverCalledEmptyUntilTheFirstMeasurement(@TempDir Path directory) {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("README.md", "one\n");
    work.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/main");
    sql.sql("delete from repository_size where repository_id = ?").param(repository.id()).update();
    String path = "projects/" + repository.project().key() + "/repos/" + repository.slug();
    TestingRest admin = TestingRest.admin(server);
    assertThat(admin.get(path + "/sizes").json().at("/repository").asLong()).isPositive();
    assertThat(admin.get("/rest/packhouse/1.0/" + path + "/quota").json().at("/usedBytes").asLong())
        .isPositive();
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String page : new String[] {"/" + path, "/" + path + "/settings"}) {
        HttpResponse<String> shown = browser.get(page);
        assertThat(shown.statusCode()).as(page).isEqualTo(200);
        assertThat(shown.body()).as(page).doesNotContain(">0 bytes<");
      }
    }
  }

  /** Runs the task as the scheduler does, which then does with its row what the task says. */
  private void complete(Repository repository, RepositorySizes sizes) throws Exception {
    AtomicInteger removed = new AtomicInteger();
    CustomTask<Void> task =
        new SizeTasks()
            .repositorySizeTask(
                sizes, server.get(RepositoryQuota.class), server.get(GatheredTasks.class));
    TaskInstance<Void> instance = task.instance(Long.toString(repository.id()));
    Execution execution = new Execution(Instant.now(), instance);
    task.execute(instance, null)
        .complete(
            ExecutionComplete.success(execution, Instant.now(), Instant.now()),
            new ExecutionOperations<>(null, null, execution) {
              @Override
              public void remove() {
                removed.incrementAndGet();
              }

              @Override
              public void stop() {
                removed.incrementAndGet();
              }
            });
    assertThat(removed).hasValue(1);
  }

  private long scheduled(Repository repository) {
    return sql.sql(
            "select count(*) from scheduled_tasks where task_name = 'repository-size' and task_instance = ?")
        .param(Long.toString(repository.id()))
        .query(Long.class)
        .single();
  }

  /** Sizes of a repository that is pushed to while each of its first measurements goes on. */
  private RepositorySizes pushedToMeanwhile(
      Repository repository, AtomicInteger measured, int pushes) {
    Path directory = server.get(RepositoryStorage.class).directory(repository.id());
    // Asked when the files have been looked at and nothing is written down yet.
    InstantSource pushesMeanwhile =
        () -> {
          int before = measured.getAndIncrement();
          if (before < pushes) {
            push(repository.id(), directory.resolve("late" + before));
          }
          return Instant.now();
        };
    return new RepositorySizes(
        server.get(RepositoryDirectories.class),
        server.get(PoolSizes.class),
        server.get(RefVersions.class),
        server.get(GatheredTasks.class),
        sql,
        pushesMeanwhile.withZone(ZoneOffset.UTC));
  }

  private void push(long repositoryId, Path file) {
    try {
      Files.write(file, new byte[10_000]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sql.sql("update repository_version set ref_version = ref_version + 1 where repository_id = ?")
        .param(repositoryId)
        .update();
  }
}
