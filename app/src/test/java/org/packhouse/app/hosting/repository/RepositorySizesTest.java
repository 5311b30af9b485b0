package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.RefVersions;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Measuring of repositories while people push. */
class RepositorySizesTest {

  private final TestingServer server = TestingServer.shared();
  private final JdbcClient sql = server.get(JdbcClient.class);

  @Test
  void measuresAgainWhatWasPushedMeanwhile() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    Path directory = server.get(RepositoryStorage.class).directory(repository.id());
    AtomicInteger measured = new AtomicInteger();
    // Asked when the files have been looked at and nothing is written down yet.
    InstantSource pushesMeanwhile =
        () -> {
          if (measured.getAndIncrement() == 0) {
            push(repository.id(), directory.resolve("late"));
          }
          return Instant.now();
        };
    RepositorySizes sizes =
        new RepositorySizes(
            server.get(RepositoryDirectories.class),
            server.get(PoolSizes.class),
            server.get(RefVersions.class),
            sql,
            pushesMeanwhile.withZone(ZoneOffset.UTC));
    sizes.measureLatest(repository.id());
    assertThat(measured).hasValue(2);
    assertThat(sizes.of(repository.id()))
        .isEqualTo(server.get(RepositorySizes.class).measure(repository.id()));
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
