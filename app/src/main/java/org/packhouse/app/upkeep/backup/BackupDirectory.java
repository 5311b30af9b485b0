package org.packhouse.app.upkeep.backup;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.database.DumpedDatabase;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.review.pullrequest.rescope.LaterMerges;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.refs.move.LaterMoves;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The layout of a backup: {@code database} has the rows, {@code shared} the files of the shared
 * home, {@code moves.json} and {@code merges.json} the ref moves and merges between the two, one a
 * line; {@code backup.json} is written last and marks the backup as complete.
 */
final class BackupDirectory {

  private static final int FORMAT = 1;

  private static final String WHO_MAY = "rwx------";

  private final Path directory;
  private final Forcing forcing;
  private final JsonMapper json = JsonMappers.stored();

  BackupDirectory(Path directory) {
    this(directory, DurableFiles::force);
  }

  BackupDirectory(Path directory, Forcing forcing) {
    this.directory = directory.toAbsolutePath().normalize();
    this.forcing = forcing;
  }

  @FunctionalInterface
  interface Forcing {
    void force(Path path) throws IOException;
  }

  /** The content of {@code backup.json}; all acknowledged before {@code begunAt} is backed up. */
  record Contents(int format, Instant begunAt, Instant endedAt, DumpedDatabase database) {}

  private record AnyContents(int format) {}

  Path path() {
    return directory;
  }

  Path database() {
    return directory.resolve("database");
  }

  Path shared() {
    return directory.resolve("shared");
  }

  private Path moves() {
    return directory.resolve("moves.json");
  }

  private Path merges() {
    return directory.resolve("merges.json");
  }

  private Path contents() {
    return directory.resolve("backup.json");
  }

  /** Creates the directory for its owner alone, or fails if it has entries. */
  void create() throws IOException {
    if (Files.exists(directory) && !isEmpty(directory)) {
      throw new IllegalArgumentException(
          "%s is not empty; a backup goes into a directory of its own.".formatted(directory));
    }
    DurableFiles.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(WHO_MAY));
    Files.createDirectory(database());
    Files.createDirectory(shared());
  }

  static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  void write(List<LaterMoves> later, List<LaterMerges.Merge> merges) throws IOException {
    Files.write(moves(), later.stream().map(json::writeValueAsString).toList());
    Files.write(merges(), merges.stream().map(json::writeValueAsString).toList());
  }

  /** Marks the backup as complete, once it is synced to disk. */
  void finish(Instant begunAt, Instant endedAt, DumpedDatabase database) throws IOException {
    forceAll();
    DurableFiles.replace(
        contents(),
        json.writerWithDefaultPrettyPrinter()
            .writeValueAsBytes(new Contents(FORMAT, begunAt, endedAt, database)));
  }

  /** Skips hard links of the store, whose files were synced before refs needed them. */
  private void forceAll() throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (Files.getAttribute(file, "unix:nlink").equals(1)) {
              forcing.force(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            forcing.force(directory);
            return super.postVisitDirectory(directory, failure);
          }
        });
  }

  /** Refuses a backup that is missing, incomplete or of an unknown version. */
  Contents read() {
    try {
      if (!Files.exists(contents())) {
        throw new StartRefusedException(
            "%s is not a backup, or one that was not finished: it has no backup.json."
                .formatted(directory));
      }
      String text = Files.readString(contents());
      int format = json.readValue(text, AnyContents.class).format();
      if (format != FORMAT) {
        throw new StartRefusedException(
            "The backup in %s has format %d, but this Packhouse knows format %d only; restore it by the Packhouse that made it, or a later one."
                .formatted(directory, format, FORMAT));
      }
      return json.readValue(text, Contents.class);
    } catch (IOException | JacksonException e) {
      throw new StartRefusedException(
          "The backup in %s cannot be read: %s".formatted(directory, e.getMessage()), e);
    }
  }

  /** Returns the ref moves after the snapshot of the database. */
  List<LaterMoves> readMoves() throws IOException {
    return read(moves(), LaterMoves.class);
  }

  /** Returns the merges among the moves; backups of earlier versions have none. */
  Map<Long, List<LaterMerges.Merge>> readMerges() throws IOException {
    return Files.exists(merges())
        ? read(merges(), LaterMerges.Merge.class).stream()
            .collect(Collectors.groupingBy(LaterMerges.Merge::repositoryId))
        : Map.of();
  }

  private <T> List<T> read(Path file, Class<T> type) throws IOException {
    List<T> all = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        all.add(json.readValue(line, type));
      }
    }
    return all;
  }
}
