package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares the database's cluster id with {@code config/cluster.id} of the shared home, so that no
 * node combines the rows of one cluster with the files of another. The first node writes the file.
 */
final class ClusterIdentity {

  private final JdbcClient sql;
  private final Path home;
  private final Path repositories;
  private final Path file;

  ClusterIdentity(JdbcClient sql, Homes homes) {
    this.sql = sql;
    this.home = homes.shared();
    this.repositories = homes.repositories();
    this.file = homes.clusterId();
  }

  private record Known(UUID id, boolean hadRepositories, boolean isInHome) {}

  void check() {
    Known known =
        sql.sql("select id, had_repositories, is_in_home from cluster_identity")
            .query(Known.class)
            .single();
    try {
      compare(known);
    } catch (IOException e) {
      throw new StartRefusedException(
          "The shared home %s cannot be used: %s.".formatted(home, e), e);
    }
    if (!known.isInHome()) {
      sql.sql("update cluster_identity set is_in_home = true").update();
    }
  }

  private void compare(Known known) throws IOException {
    String found = read();
    if (found == null) {
      if (known.isInHome() || (known.hadRepositories() && !hasRepositories())) {
        throw new StartRefusedException(
            "The shared home %s is not that of the database, or is not mounted: the database belongs to cluster %s, and there is no file %s."
                .formatted(home, known.id(), file));
      }
      write(known.id());
      found = read();
    }
    if (!known.id().toString().equals(found)) {
      throw new StartRefusedException(
          "The database belongs to cluster %s, but the shared home %s to cluster %s (%s); correct jdbc.url or packhouse.shared-home."
              .formatted(known.id(), home, found, file));
    }
  }

  private @Nullable String read() throws IOException {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Creates the file atomically, once. */
  private void write(UUID id) throws IOException {
    Files.createDirectories(file.getParent());
    Path draft = file.resolveSibling(".cluster.id." + UUID.randomUUID());
    try {
      Files.writeString(draft, id + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      // Another node was first; its id is read next.
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private boolean hasRepositories() throws IOException {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(repositories, "??")) {
      for (Path group : groups) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(group, "*.git")) {
          if (found.iterator().hasNext()) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
