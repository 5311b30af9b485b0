package org.packhouse.app.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;

/** One real PostgreSQL for all tests of this JVM; each server gets a database of its own in it. */
public final class TestingDatabase {

  /** For Flyway, as the server has it: an index that is made concurrently waits for all others. */
  public static final Map<String, String> FLYWAY =
      Map.of("flyway.postgresql.transactional.lock", "false");

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private static final List<Runnable> USERS = Collections.synchronizedList(new ArrayList<>());

  private TestingDatabase() {}

  /** Has something done at the end of this JVM before the databases go: stop a server. */
  static void beforeStop(Runnable user) {
    USERS.add(user);
  }

  private static final class Holder {
    static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
      try {
        EmbeddedPostgres postgres =
            EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "300")
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                // A worker would start every second, for one of a hundred databases.
                .setServerConfig("autovacuum_naptime", "1h")
                .setRegisterShutdownHook(false)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(postgres)));
        return postgres;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void stop(EmbeddedPostgres postgres) {
      try {
        USERS.forEach(Runnable::run);
        postgres.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Migrated once in this JVM: to copy it takes a tenth of what the migrations take. */
  private static final class Template {
    static final String NAME = migrate();

    private static String migrate() {
      String url = create();
      Flyway.configure().configuration(FLYWAY).dataSource(url, "postgres", "").load().migrate();
      return nameIn(url);
    }
  }

  /** Creates an empty database and returns its JDBC URL; user {@code postgres}, no password. */
  public static String create() {
    return create("");
  }

  /** Creates one with the schema that the server would give it. */
  public static String createMigrated() {
    return create(" template " + Template.NAME);
  }

  private static String create(String source) {
    String name = "test" + COUNTER.incrementAndGet();
    try (Connection connection = Holder.POSTGRES.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name + source);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create database " + name, e);
    }
    return Holder.POSTGRES.getJdbcUrl("postgres", name);
  }

  private static String nameIn(String url) {
    Matcher name = Pattern.compile("test\\d+").matcher(url);
    if (!name.find()) {
      throw new IllegalStateException("There is no name of a database in " + url);
    }
    return name.group();
  }
}
