package org.packhouse.app.networks.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.packhouse.app.hosting.repository.RepositorySizes;
import org.packhouse.app.source.browse.lastchange.LastChangeIndex;
import org.packhouse.app.storage.objects.RepositoryFolders;
import org.packhouse.app.storage.refs.RefMoveLog;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Keeps repositories quick to read: few packs, a bitmap, a commit-graph, packed refs. Runs in the
 * background, nice, one repository after the other, and never removes a file that an operation may
 * be reading.
 *
 * <p>The commit-graph is a single file and no chain of layers: JGit reads no chains. It is written
 * beside the old one and renamed over it.
 */
@Service
public class Housekeeping {

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  /** Each command may take the time limit; what is between them takes no time to speak of. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final HousekeepingRows rows;
  private final Leases leases;
  private final Repacking repacking;
  private final SupersededPacks superseded;
  private final PackWriter commands;
  private final Surroundings surroundings;
  private final Duration term;

  Housekeeping(
      HousekeepingRows rows,
      Leases leases,
      Repacking repacking,
      SupersededPacks superseded,
      PackWriter commands,
      Surroundings surroundings) {
    this.rows = rows;
    this.leases = leases;
    this.repacking = repacking;
    this.superseded = superseded;
    this.commands = commands;
    this.surroundings = surroundings;
    this.term = surroundings.settings().timeLimit().plus(MARGIN);
  }

  /** The services that housekeeping works with. */
  @org.springframework.stereotype.Component
  record Surroundings(
      RepositoryFolders folders,
      RepositorySizes sizes,
      RefMoveLog moves,
      LastChangeIndex lastChanges,
      RepositoryDamage damage,
      HousekeepingSettings settings) {}

  /** Does what is due, on all repositories. A failure with one does not keep it from the others. */
  void runDue() {
    for (long repositoryId : rows.due(superseded.unreadBefore())) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      run(repositoryId, false);
    }
  }

  /**
   * Does the housekeeping of a repository, due or not.
   *
   * @param full whether to pack everything anew, needed or not
   * @return false if another process is at it, the repository is gone, or it failed (and was
   *     logged)
   */
  public boolean run(long repositoryId, boolean full) {
    Backlog state = rows.find(repositoryId).orElse(null);
    Optional<Lease> taken =
        state == null ? Optional.empty() : leases.acquire("housekeeping/" + repositoryId, term);
    if (state == null || taken.isEmpty()) {
      return false;
    }
    try (Lease lease = taken.get()) {
      boolean packedAll = work(repositoryId, full || rows.isFullDue(state), lease);
      rows.succeeded(repositoryId, state, packedAll);
      surroundings.damage().lookAgain(repositoryId);
      return true;
    } catch (IOException e) {
      LOG.error("Housekeeping of repository {} failed; it will be tried again", repositoryId, e);
      rows.failed(repositoryId, state);
      surroundings.damage().look(repositoryId);
      return false;
    }
  }

  private boolean work(long repositoryId, boolean full, Lease lease) throws IOException {
    Path repository = surroundings.folders().check(repositoryId);
    PackOwner owner = PackOwner.repository(repositoryId, surroundings.folders().pool(repositoryId));
    PackFolder folder = new PackFolder(repository);
    superseded.removeDue(owner, folder);
    folder.sweep();
    commands.run(owner, commands.command(repository, "pack-refs", "--all", "--prune"));
    requireHeld(lease);
    boolean packedAll = repacking.run(owner, repository, full);
    requireHeld(lease);
    commands.run(
        owner,
        commands
            .command(repository, "commit-graph", "write", "--reachable", "--no-progress")
            // JGit warns of the chunks of the other version each time it opens the file.
            .with("commitGraph.generationVersion", "1"));
    surroundings.moves().forget(repositoryId, rows.refMovesBefore());
    surroundings.lastChanges().forget(repositoryId);
    surroundings.sizes().measure(repositoryId);
    return packedAll;
  }

  private void requireHeld(Lease lease) throws IOException {
    if (!lease.renew(term)) {
      throw new IOException("The lease was lost to another process");
    }
  }
}
