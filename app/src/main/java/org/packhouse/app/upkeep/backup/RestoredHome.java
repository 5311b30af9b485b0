package org.packhouse.app.upkeep.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.packhouse.app.platform.configuration.HomeDirectories;
import org.packhouse.app.platform.configuration.NodeSettings;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.database.DatabaseLoad;
import org.packhouse.app.storage.objects.DirectoryCopy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * Copies the files of a backup into a new home before anything starts, because settings are among
 * them. They are never linked, so that a home shares nothing with another server.
 */
@EnableConfigurationProperties(NodeSettings.class)
public class RestoredHome {

  private static final String WHO_MAY = "rwx------";

  /** The log begins before the home is checked. */
  private static final List<String> NO_MATTER = List.of("log");

  private final HomeDirectories homes;

  RestoredHome(NodeSettings settings) {
    this.homes = HomeDirectories.of(settings);
  }

  /** Returns the load of the database; refuses if there is no backup, or the home is not empty. */
  public DatabaseLoad fill(Path directory) throws IOException {
    BackupDirectory backup = new BackupDirectory(directory);
    BackupDirectory.Contents contents = backup.read();
    requireEmpty(homes.local());
    requireEmpty(homes.shared());
    for (Path home : List.of(homes.local(), homes.shared())) {
      Files.createDirectories(home);
      Files.setPosixFilePermissions(home, PosixFilePermissions.fromString(WHO_MAY));
    }
    DirectoryCopy.copy(backup.shared(), homes.shared());
    return new DatabaseLoad(backup.database(), contents.database());
  }

  private static void requireEmpty(Path home) throws IOException {
    if (!Files.exists(home)) {
      return;
    }
    try (Stream<Path> entries = Files.list(home)) {
      if (entries.anyMatch(entry -> !NO_MATTER.contains(entry.getFileName().toString()))) {
        throw new StartRefusedException(
            "The home %s is not empty; a backup is restored into a new one only.".formatted(home));
      }
    }
  }
}
