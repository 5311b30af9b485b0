package org.packhouse.lab.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.packhouse.lab.data.TestRepository;

/**
 * Waits until a server has packed what it was given, with a bitmap and a commit-graph, as one that
 * has run for a while would have. Its housekeeping comes once a minute, so it is asked to come now.
 */
final class FirstHousekeeping {

  private static final Duration MAX_WAIT = Duration.ofMinutes(10);

  private static final Duration AGAIN = Duration.ofMillis(500);

  /** What is smaller gets its bitmap in a day only. */
  private static final long WORTH_A_BITMAP = 1L << 20;

  private final Path repositories;
  private final PackhouseDatabase database;
  private long asked;

  FirstHousekeeping(Path shared, PackhouseDatabase database) {
    this.repositories = shared.resolve("repositories");
    this.database = database;
  }

  /** Waits for those of the repositories that are worth it. */
  void await(List<TestRepository> given) throws IOException {
    long large = given.stream().filter(it -> packs(it.directory()) >= WORTH_A_BITMAP).count();
    Programs.await(
        "The repositories are not packed",
        MAX_WAIT,
        () -> {
          if (packed() >= large) {
            return true;
          }
          ask();
          return false;
        });
  }

  /** Each time anew, because what runs already may have begun before a repository was there. */
  private void ask() throws IOException {
    long now = System.nanoTime();
    if (asked == 0 || now - asked > AGAIN.toNanos()) {
      database.askForHousekeeping();
      asked = now;
    }
  }

  private long packed() throws IOException {
    try (Stream<Path> directories = Files.find(repositories, 2, (path, it) -> isPacked(path))) {
      return directories.count();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isPacked(Path repository) {
    return Files.exists(repository.resolve("objects/info/commit-graph"))
        && !files(repository.resolve("objects/pack"), ".bitmap").isEmpty();
  }

  private static long packs(Path repository) {
    return files(repository.resolve("objects/pack"), ".pack").stream()
        .mapToLong(file -> file.toFile().length())
        .sum();
  }

  private static List<Path> files(Path directory, String end) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.toString().endsWith(end)).toList();
    } catch (IOException none) {
      return List.of();
    }
  }
}
