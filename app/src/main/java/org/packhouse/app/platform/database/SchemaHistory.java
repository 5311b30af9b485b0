package org.packhouse.app.platform.database;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.sql.DataSource;
import org.packhouse.app.platform.node.Homes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Remembers the combination of code and database migrations for which Flyway had nothing to do.
 * Asking Flyway loads a thousand classes, a tenth of the main thread's work at start.
 */
final class SchemaHistory {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaHistory.class);

  /** Flyway's default location. */
  private static final String MIGRATIONS = "db/migration";

  private static final String EXISTS = "select to_regclass('flyway_schema_history') is not null";

  /** Whole rows, with their times: they differ between any two databases. */
  private static final String ROWS =
      "select h::text from flyway_schema_history h order by installed_rank";

  private final ClassLoader code;
  private final Path settled;

  /** Remembers in this node's cache directory. */
  SchemaHistory(Homes homes) {
    this(homes.caches(), SchemaHistory.class.getClassLoader());
  }

  /** Takes the class loader that has the migrations. */
  SchemaHistory(Path directory, ClassLoader code) {
    this.code = code;
    settled = directory.resolve("schema-history");
  }

  /** Returns empty if the database has no migrations, or the code's are in no jar. */
  Optional<String> digest(DataSource database) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      JdbcClient sql = JdbcClient.create(database);
      if (!addMigrations(digest) || !sql.sql(EXISTS).query(Boolean.class).single()) {
        return Optional.empty();
      }
      sql.sql(ROWS).query(String.class).list().forEach(row -> add(digest, String.valueOf(row)));
      return Optional.of(HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new IllegalStateException(everyPlatformHasIt);
    } catch (DataAccessException | IOException | URISyntaxException unreadable) {
      // Flyway will meet the same failure and report it.
      LOG.debug("The history of the schema could not be read", unreadable);
      return Optional.empty();
    }
  }

  private boolean addMigrations(MessageDigest digest) throws IOException, URISyntaxException {
    List<URL> places = Collections.list(code.getResources(MIGRATIONS));
    for (URL place : places) {
      URLConnection connection = place.openConnection();
      if (!(connection instanceof JarURLConnection jar)) {
        return false;
      }
      try (JarFile file = new JarFile(Path.of(jar.getJarFileURL().toURI()).toFile())) {
        file.stream()
            .filter(entry -> entry.getName().startsWith(MIGRATIONS))
            .forEach(entry -> add(digest, identity(entry)));
      }
    }
    return !places.isEmpty();
  }

  /** Includes the checksum, of the kind by which Flyway identifies migrations. */
  private static String identity(ZipEntry entry) {
    return entry.getName() + ' ' + entry.getSize() + ' ' + entry.getCrc();
  }

  private static void add(MessageDigest digest, String line) {
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }

  /** Returns whether there was nothing to do for the digest last remembered. */
  boolean isSettled(String digest) {
    try {
      return Files.readString(settled).equals(digest);
    } catch (NoSuchFileException never) {
      return false;
    } catch (IOException e) {
      LOG.warn("{} cannot be read; all migrations are looked at", settled, e);
      return false;
    }
  }

  void settle(String digest) {
    try {
      Files.createDirectories(settled.getParent());
      Files.writeString(settled, digest);
    } catch (IOException e) {
      LOG.warn("{} cannot be written; the next start looks at all migrations again", settled, e);
    }
  }
}
