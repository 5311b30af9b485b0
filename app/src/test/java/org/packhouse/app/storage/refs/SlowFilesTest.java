package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.database.ConnectionPool;
import org.packhouse.app.platform.database.SessionLimits;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.move.RefAgreement;
import org.packhouse.app.storage.refs.move.RefCopies;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Refs that take longer to read than a transaction may otherwise go without a statement. */
class SlowFilesTest {

  private static final int REFS = 5_000;
  private static final Duration SHORTER = Duration.ofMillis(20);

  private final TestingServer server = TestingServer.shared();
  private final long repositoryId = TestingProjects.in(server).repository().id();
  private final RepositoryStorage storage = server.get(RepositoryStorage.class);

  private ConnectionPool pool;
  private JdbcClient sql;
  private TransactionTemplate transaction;

  @BeforeEach
  void open() throws SQLException {
    HikariDataSource main = server.get(DataSource.class).unwrap(HikariDataSource.class);
    HikariConfig description = new HikariConfig();
    description.setJdbcUrl(main.getJdbcUrl());
    description.setUsername(main.getUsername());
    description.setPassword(main.getPassword());
    description.setMaximumPoolSize(1);
    new SessionLimits(SHORTER, Duration.ofSeconds(10)).set(description);
    pool = new ConnectionPool(description);
    sql = JdbcClient.create(pool);
    transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
  }

  @BeforeEach
  void makeRefs() throws IOException {
    Path directory = Files.createDirectories(storage.directory(repositoryId).resolve("refs/tags"));
    for (int i = 0; i < REFS; i++) {
      Files.writeString(directory.resolve("t" + i), "%040x%n".formatted(i + 1));
    }
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void areCopiedToTheEnd(@TempDir Path copy) throws IOException {
    RefCopies copies = new RefCopies(sql, transaction, storage);
    assertThat(copies.copy(repositoryId, 0, copy)).isPresent();
    assertThat(copy.resolve("refs/tags")).isDirectoryContaining("glob:**/t" + (REFS - 1));
  }

  @Test
  void areComparedToTheEnd() throws IOException {
    sql.sql(
            """
            insert into ref_move (repository_id, ref_version, ordinal, ref_name, old_value, new_value,
                                  update_id, moved_at)
            values (?, 1, 0, 'refs/tags/gone', repeat('0', 40), repeat('1', 40), gen_random_uuid(), now())
            """)
        .param(repositoryId)
        .update();
    RefAgreement agreement = new RefAgreement(sql, transaction, storage);
    assertThat(agreement.differences(repositoryId)).hasSize(1);
  }
}
