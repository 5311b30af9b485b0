package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class SchemaMigrationTest {

  private final SchemaMigration migration =
      new SchemaMigration(new StaticListableBeanFactory().getBeanProvider(DatabaseLoad.class));

  @Test
  void refusesASchemaThatIsNewerThanTheCode() {
    String url = TestingDatabase.create();
    migration.migrate(flyway(url, "classpath:db/migration", "classpath:db/future"));
    assertThatThrownBy(() -> migration.migrate(flyway(url, "classpath:db/migration")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("has version 9999, but this Packhouse knows versions up to");
  }

  @Test
  void twoNodesThatStartTogetherMigrateOnce() throws InterruptedException, ExecutionException {
    String url = TestingDatabase.create();
    Callable<Boolean> start =
        () -> {
          migration.migrate(flyway(url, "classpath:db/migration"));
          return true;
        };
    try (ExecutorService nodes = Executors.newFixedThreadPool(2)) {
      for (Future<Boolean> node : nodes.invokeAll(List.of(start, start))) {
        assertThat(node.get()).isTrue();
      }
    }
    assertThat(flyway(url, "classpath:db/migration").info().pending()).isEmpty();
  }

  private static Flyway flyway(String url, String... locations) {
    return Flyway.configure().dataSource(url, "postgres", "").locations(locations).load();
  }
}
