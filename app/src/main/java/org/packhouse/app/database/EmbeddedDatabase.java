package org.packhouse.app.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The PostgreSQL that comes with the server, for a node that is given none. */
final class EmbeddedDatabase implements AutoCloseable {

  private final @Nullable EmbeddedPostgres postgres;

  private EmbeddedDatabase(@Nullable EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static EmbeddedDatabase none() {
    return new EmbeddedDatabase(null);
  }

  static EmbeddedDatabase start(Path folder) throws IOException {
    Files.createDirectories(folder.getParent());
    return new EmbeddedDatabase(
        EmbeddedPostgres.builder()
            .setDataDirectory(folder)
            .setCleanDataDirectory(false)
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .start());
  }

  String url() {
    if (postgres == null) {
      throw new IllegalStateException("No embedded database was started");
    }
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
