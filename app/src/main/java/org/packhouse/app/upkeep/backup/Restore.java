package org.packhouse.app.upkeep.backup;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.packhouse.app.hosting.fork.PoolRecords;
import org.packhouse.app.platform.cluster.ExpectedNodes;
import org.packhouse.app.platform.node.RestoredSessions;
import org.packhouse.app.review.pullrequest.rescope.LaterMerges;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.move.LaterMoves;
import org.packhouse.app.storage.refs.move.RefCopies;
import org.packhouse.app.upkeep.housekeeping.StorageVerification;
import org.springframework.context.annotation.Import;

/**
 * Brings the database of a restored backup up to its files, which are slightly younger, and
 * verifies both. Not a bean of the server; commands import it.
 */
@Import({
  StorageVerification.class,
  RefCopies.class,
  LaterMerges.class,
  PoolRecords.class,
  RestoredSessions.class,
  ExpectedNodes.class
})
public class Restore {

  private final RefCopies refs;
  private final LaterMerges merges;
  private final PoolRecords pools;
  private final RepositoryDirectories directories;
  private final StorageVerification verification;
  private final RestoredSessions sessions;
  private final ExpectedNodes nodes;

  Restore(
      RefCopies refs,
      LaterMerges merges,
      PoolRecords pools,
      RepositoryDirectories directories,
      StorageVerification verification,
      RestoredSessions sessions,
      ExpectedNodes nodes) {
    this.refs = refs;
    this.merges = merges;
    this.pools = pools;
    this.directories = directories;
    this.verification = verification;
    this.sessions = sessions;
    this.nodes = nodes;
  }

  /** Runs when files and rows are restored; returns whether all repositories are whole. */
  public boolean finish(Path directory, PrintStream out) throws IOException {
    sessions.declareDead();
    nodes.forgetAll();
    BackupDirectory backup = new BackupDirectory(directory);
    List<LaterMoves> later = backup.readMoves();
    Map<Long, List<LaterMerges.Merge>> merged = backup.readMerges();
    for (LaterMoves moves : later) {
      refs.replay(moves);
      merges
          .note(moves, merged.getOrDefault(moves.repositoryId(), List.of()))
          .forEach(out::println);
      Long pool = directories.pool(moves.repositoryId());
      if (pool != null) {
        pools.borrows(moves.repositoryId(), pool);
      }
    }
    out.printf(
        "Restored %d repositories; %d moves of refs came after the copy of the database.%n",
        later.size(), later.stream().mapToInt(moves -> moves.rows().size()).sum());
    return verification.run(null, out);
  }
}
