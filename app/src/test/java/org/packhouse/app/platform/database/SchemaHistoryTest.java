package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** With a jar of migrations as a server has it, though of two of them. */
class SchemaHistoryTest {

  private static final Map<String, String> TWO =
      Map.of("V1__one.sql", "create table one (a int);", "V2__two.sql", "create table two (a int)");

  @TempDir private Path directory;
  private DataSource database;

  @BeforeEach
  void hasADatabaseOfItsOwn() {
    database = new DriverManagerDataSource(TestingDatabase.create(), "postgres", "");
  }

  @Test
  void migrationsThatWereLookedAtAreNotLookedAtAgain() throws Exception {
    Path jar = jar("a b.jar", TWO);
    start(jar);
    assertThat(history(jar).isSettled(digest(jar))).isTrue();
  }

  @Test
  void isLookedAtAgainWhenTheCodeHasAnotherMigration() throws Exception {
    start(jar("old.jar", TWO));
    Path jar =
        jar(
            "new.jar",
            Map.of(
                "V1__one.sql", "create table one (a int);",
                "V2__two.sql", "create table two (a int)",
                "V3__three.sql", "create table three (a int)"));
    assertThat(history(jar).isSettled(digest(jar))).isFalse();
    start(jar);
    assertThat(tables()).isEqualTo(3);
  }

  @Test
  void isLookedAtAgainWhenAMigrationIsAnotherThanItWas() throws Exception {
    start(jar("old.jar", TWO));
    Path jar =
        jar(
            "new.jar",
            Map.of(
                "V1__one.sql", "create table one (b int);",
                "V2__two.sql", "create table two (a int)"));
    assertThatThrownBy(() -> start(jar))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("Migration checksum mismatch for migration version 1");
  }

  @Test
  void isLookedAtAgainWhenTheDatabaseIsAnother() throws Exception {
    Path jar = jar("one.jar", TWO);
    start(jar);
    hasADatabaseOfItsOwn();
    start(jar);
    assertThat(tables()).isEqualTo(2);
  }

  @Test
  void isLookedAtAgainWhenTheDatabaseHasAnEarlierStateBack() throws Exception {
    Path jar = jar("one.jar", TWO);
    start(jar);
    JdbcClient sql = JdbcClient.create(database);
    sql.sql("drop table two").update();
    sql.sql("delete from flyway_schema_history where version = '2'").update();
    start(jar);
    assertThat(tables()).isEqualTo(2);
  }

  @Test
  void aSchemaOfALaterVersionIsLookedAtEachTime() throws Exception {
    Path jar = jar("new.jar", TWO);
    start(jar);
    Path old = jar("old.jar", Map.of("V1__one.sql", "create table one (a int);"));
    JdbcClient sql = JdbcClient.create(database);
    sql.sql("create table schema_compatibility (lowest_known int)").update();
    sql.sql("insert into schema_compatibility values (1)").update();
    start(old);
    assertThat(history(old).isSettled(digest(old))).isFalse();
    sql.sql("update schema_compatibility set lowest_known = 2").update();
    assertThatThrownBy(() -> start(old)).isInstanceOf(StartRefusedException.class);
  }

  @Test
  void whatCannotBeReadOrWrittenIsLookedAtEachTime() throws Exception {
    Path jar = jar("one.jar", TWO);
    Files.createDirectories(directory.resolve("caches/schema-history"));
    start(jar);
    assertThat(history(jar).isSettled(digest(jar))).isFalse();
    start(jar);
    assertThat(tables()).isEqualTo(2);
  }

  /** Migrations in a directory are being worked on. */
  @Test
  void ofMigrationsThatAreInNoJarNothingIsRemembered() throws Exception {
    Path migrations = Files.createDirectories(directory.resolve("classes/db/migration"));
    Files.writeString(migrations.resolve("V1__one.sql"), "create table one (a int)");
    Path classes = directory.resolve("classes");
    start(classes);
    assertThat(history(classes).digest(database)).isEmpty();
    assertThat(tables()).isEqualTo(1);
  }

  private void start(Path code) throws IOException {
    SchemaHistory history = history(code);
    if (history.digest(database).filter(history::isSettled).isPresent()) {
      return;
    }
    new SchemaMigration(
            database,
            database,
            history,
            new StaticListableBeanFactory().getBeanProvider(DatabaseLoad.class))
        .migrate(
            Flyway.configure(loader(code))
                .configuration(TestingDatabase.FLYWAY)
                .dataSource(database)
                .load());
  }

  private SchemaHistory history(Path code) throws IOException {
    return new SchemaHistory(directory.resolve("caches"), loader(code));
  }

  private String digest(Path code) throws IOException {
    return history(code).digest(database).orElseThrow();
  }

  /** Beside the migrations of the server, which are hidden, the driver and Flyway. */
  private static ClassLoader loader(Path code) throws IOException {
    ClassLoader hidden =
        new ClassLoader(SchemaHistoryTest.class.getClassLoader()) {
          @Override
          public Enumeration<URL> getResources(String name) throws IOException {
            return name.startsWith("db/migration")
                ? Collections.emptyEnumeration()
                : super.getResources(name);
          }
        };
    return new URLClassLoader(new URL[] {code.toUri().toURL()}, hidden);
  }

  private Path jar(String name, Map<String, String> migrations) throws IOException {
    Path jar = directory.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file)) {
      for (String parent : new String[] {"db/", "db/migration/"}) {
        out.putNextEntry(new ZipEntry(parent));
      }
      for (Map.Entry<String, String> migration : migrations.entrySet()) {
        out.putNextEntry(new ZipEntry("db/migration/" + migration.getKey()));
        out.write(migration.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private int tables() {
    return JdbcClient.create(database)
        .sql("select count(*) from pg_tables where tablename in ('one', 'two', 'three')")
        .query(Integer.class)
        .single();
  }
}
