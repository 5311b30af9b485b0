package org.packhouse.app.upkeep.backup;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.packhouse.app.hosting.fork.PoolRecords;
import org.packhouse.app.hosting.repository.RepositoryIds;
import org.packhouse.app.platform.database.DatabaseDump;
import org.packhouse.app.platform.database.DumpedDatabase;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.review.pullrequest.rescope.LaterMerges;
import org.packhouse.app.storage.objects.DirectoryCopy;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.objects.RepositoryCopies;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.move.LaterMoves;
import org.packhouse.app.storage.refs.move.RefCopies;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Makes a backup, for {@code packhouse admin backup}, beside a running server or without one.
 *
 * <p>The order makes it consistent. First the database in one snapshot: what it names is on disk
 * then, and stays. Then each repository: its refs, with the version locked, and the ref moves and
 * merges since the snapshot; then its objects, which were there before its refs; then the pools,
 * which may have objects that a repository no longer has. Last the sequences, so that no id is
 * given out twice. Not a bean of the server; commands import it.
 */
@Import({DatabaseDump.class, RefCopies.class, LaterMerges.class, RepositoryStorage.class})
public class Backup {

  private static final Duration TELL_EVERY = Duration.ofSeconds(5);

  /** Directories that are backed up separately, or belong to the running server alone. */
  private static final List<String> NOT_COPIED =
      List.of(
          "repositories",
          "pools",
          Homes.NODES,
          "postgresql",
          "postgresql.ballast",
          "postgresql.ballast.new",
          "postgresql.lock",
          "postgresql.password");

  private final DatabaseDump database;
  private final RefCopies refs;
  private final LaterMerges merges;
  private final RepositoryStorage storage;
  private final Homes homes;
  private final Clock clock;

  Backup(
      DatabaseDump database,
      RefCopies refs,
      LaterMerges merges,
      RepositoryStorage storage,
      Homes homes,
      Clock clock) {
    this.database = database;
    this.refs = refs;
    this.merges = merges;
    this.storage = storage;
    this.homes = homes;
    this.clock = clock;
  }

  private record Named(List<Long> repositories, List<Long> pools, Map<Long, Long> versions) {

    static Named in(JdbcClient snapshot) {
      return new Named(
          RepositoryIds.in(snapshot), PoolRecords.ids(snapshot), RefCopies.versions(snapshot));
    }
  }

  /**
   * Writes a backup into a directory that is empty or absent; after an exception it is incomplete.
   */
  public void run(Path directory, PrintStream out) throws IOException {
    BackupDirectory backup = new BackupDirectory(directory);
    Instant begunAt = clock.instant();
    backup.create();
    List<Named> found = new ArrayList<>();
    DumpedDatabase dumped =
        database.write(backup.database(), snapshot -> found.add(Named.in(snapshot)));
    Named named = found.getFirst();
    out.printf(
        "Copied %d rows of %d tables.%n",
        dumped.tables().stream().mapToLong(DumpedDatabase.Table::rows).sum(),
        dumped.tables().size());
    DirectoryCopy.copy(homes.shared(), backup.shared(), this::isOther);
    Copying copying = new Copying(backup.shared(), out);
    copying.repositories(named);
    copying.pools(named);
    backup.write(copying.later, copying.merged);
    backup.finish(begunAt, clock.instant(), dumped.with(database.sequences()));
    out.printf("%s.%nThe backup is whole: %s%n", copying, backup.path());
  }

  /**
   * Returns whether the path is of the shared home beside repositories: settings, keys, pictures.
   */
  private boolean isOther(Path path) {
    return !homes.shared().equals(path.getParent())
        || !NOT_COPIED.contains(path.getFileName().toString());
  }

  private final class Copying {

    private final Path to;
    private final PrintStream out;
    private final RepositoryCopies copies = new RepositoryCopies();
    private final List<LaterMoves> later = new ArrayList<>();
    private final List<LaterMerges.Merge> merged = new ArrayList<>();
    private final TreeSet<Long> borrowed = new TreeSet<>();
    private Instant toldAt = clock.instant();
    private int repositories;
    private int pools;
    private int gone;

    Copying(Path to, PrintStream out) {
      this.to = to;
      this.out = out;
    }

    void repositories(Named named) throws IOException {
      for (long repositoryId : named.repositories()) {
        Path from = storage.directory(repositoryId);
        Path copy = copyOf(from);
        Files.createDirectories(copy);
        try {
          Optional<LaterMoves> moves =
              refs.copy(repositoryId, named.versions().getOrDefault(repositoryId, 0L), copy);
          Long pool = moves.isEmpty() ? null : copies.copy(from, copy);
          if (pool != null) {
            borrowed.add(pool);
          }
          moves.ifPresent(later::add);
          moves.map(merges::among).ifPresent(merged::addAll);
          repositories += moves.isPresent() ? 1 : 0;
        } catch (IOException e) {
          requireGone(from, e);
        }
        dropIfGone(from, copy);
        tell(repositories, named.repositories().size());
      }
    }

    void pools(Named named) throws IOException {
      borrowed.addAll(named.pools());
      for (long poolId : borrowed) {
        Path from = storage.poolDirectory(poolId);
        Path copy = copyOf(from);
        Files.createDirectories(copy);
        try {
          if (RefCopies.copyFiles(from, copy)) {
            copies.copy(from, copy);
            pools++;
          }
        } catch (IOException e) {
          requireGone(from, e);
        }
        dropIfGone(from, copy);
      }
    }

    private Path copyOf(Path directory) {
      return to.resolve(homes.shared().relativize(directory));
    }

    private void requireGone(Path from, IOException failure) throws IOException {
      if (Files.exists(from)) {
        throw failure;
      }
    }

    /** A repository that was deleted meanwhile, or is not created yet, has no directory. */
    private void dropIfGone(Path from, Path copy) throws IOException {
      if (!Files.exists(from)) {
        gone++;
        DurableFiles.deleteRecursively(copy);
      }
    }

    private void tell(int done, int all) {
      Instant now = clock.instant();
      if (toldAt.plus(TELL_EVERY).isBefore(now)) {
        toldAt = now;
        out.printf("%s, of %d (%d%%).%n", this, all, 100L * done / all);
      }
    }

    @Override
    public String toString() {
      String without = gone == 0 ? "" : ", %d without a directory".formatted(gone);
      return "Copied %d repositories and %d pools%s: %d files of %d MB, %d of them linked"
          .formatted(
              repositories, pools, without, copies.files(), copies.bytes() >> 20, copies.linked());
    }
  }
}
