package org.packhouse.app.source.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.cluster.Leases;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Databases in which the role of the server may not create the extension, or search is off. */
class TrigramIndexTest {

  private static final Leases NOBODY_ELSE =
      new Leases() {
        @Override
        public Optional<Lease> acquire(String name, Duration duration) {
          return Optional.empty();
        }

        @Override
        public void endAllOf(UUID holder) {}
      };

  @Test
  void saysWhatAnAdministratorHasToRunWhereTheRoleMayNot() {
    String url = TestingDatabase.create();
    JdbcClient owner = JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""));
    String role = "reader_" + UUID.randomUUID().toString().replace("-", "");
    owner.sql("create role " + role + " login").update();
    try {
      TrigramIndex index =
          new TrigramIndex(
              JdbcClient.create(
                  new DriverManagerDataSource(
                      url.replace("user=postgres", "user=" + role), role, "")),
              NOBODY_ELSE,
              SettingsBinding.bind(SearchSettings.class, Map.of()));
      assertThat(index.obstacle()).contains("being prepared");

      assertThat(index.prepare()).isFalse();

      assertThat(index.obstacle())
          .contains("pg_trgm", "permission denied", "run: create extension pg_trgm");
    } finally {
      owner.sql("drop role " + role).update();
    }
  }

  @Test
  void saysThatItIsSwitchedOff() {
    TrigramIndex index =
        new TrigramIndex(
            JdbcClient.create(
                new DriverManagerDataSource(TestingDatabase.create(), "postgres", "")),
            NOBODY_ELSE,
            SettingsBinding.bind(SearchSettings.class, Map.of("search.enabled", "false")));

    assertThat(index.prepare()).isFalse();
    assertThat(index.obstacle()).contains("search.enabled");
  }
}
