package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Keeps repositories quick to read: few packs, a bitmap, a commit-graph, packed refs. Runs at low
 * priority, one repository after the other, and never removes a file that an operation may be
 * reading.
 *
 * <p>The commit-graph is a single file, because JGit reads no chains. It is written beside the old
 * one and renamed over it.
 */
@Service
public class Housekeeping {

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  /** Added to the time limit of a command for the work between two commands. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private static final Duration TERM = PackWriter.MAX_COMMAND_TIME.plus(MARGIN);

  private final HousekeepingRows rows;
  private final Leases leases;
  private final RepositoryDirectories directories;
  private final PackUpkeep packs;
  private final DerivedRows derived;
  private final RepositoryDamage damage;

  Housekeeping(
      HousekeepingRows rows,
      Leases leases,
      RepositoryDirectories directories,
      PackUpkeep packs,
      DerivedRows derived,
      RepositoryDamage damage) {
    this.rows = rows;
    this.leases = leases;
    this.directories = directories;
    this.packs = packs;
    this.derived = derived;
    this.damage = damage;
  }

  /** Does the housekeeping of all due repositories; a failure with one does not stop the others. */
  void runDue() {
    for (long repositoryId : packs.repositoriesToSetAside()) {
      setAside(repositoryId);
    }
    for (long repositoryId : rows.due(packs.unreadBefore())) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      runIfDue(repositoryId);
    }
  }

  void runIfDue(long repositoryId) {
    var _ = run(repositoryId, false, () -> rows.isDue(repositoryId, packs.unreadBefore()));
  }

  /** Sets superseded packs aside, so that readers look into fewer. */
  void setAside(long repositoryId) {
    if (rows.find(repositoryId).isEmpty()) {
      return;
    }
    Optional<Lease> taken = leases.acquire("housekeeping/" + repositoryId, MARGIN);
    if (taken.isEmpty()) {
      return;
    }
    try (Lease lease = taken.get()) {
      Path repository = directories.check(repositoryId);
      packs.setAside(owner(repositoryId, lease), repository);
    } catch (IOException | LostLeaseException e) {
      LOG.error("Superseded packs of repository {} could not be set aside", repositoryId, e);
    }
  }

  /**
   * Returns false if another process does it, the repository is gone, or it failed, which is
   * logged.
   */
  public boolean run(long repositoryId, boolean full) {
    return run(repositoryId, full, () -> true);
  }

  /** Asks {@code wanted} under the lease: another node may have done the work meanwhile. */
  private boolean run(long repositoryId, boolean full, BooleanSupplier wanted) {
    Optional<Lease> taken =
        rows.find(repositoryId).isEmpty()
            ? Optional.empty()
            : leases.acquire("housekeeping/" + repositoryId, TERM);
    if (taken.isEmpty()) {
      return false;
    }
    try (Lease lease = taken.get()) {
      Backlog state = rows.find(repositoryId).orElse(null);
      return state != null && wanted.getAsBoolean() && run(repositoryId, full, state, lease);
    } catch (LostLeaseException e) {
      LOG.warn("Another node has taken over the housekeeping of repository {}", repositoryId);
      return false;
    }
  }

  private boolean run(long repositoryId, boolean full, Backlog state, Lease lease) {
    try {
      boolean packedAll = work(repositoryId, full || rows.isFullDue(state), lease);
      rows.succeeded(lease, repositoryId, state, packedAll);
      damage.lookAgain(repositoryId);
      return true;
    } catch (IOException e) {
      LOG.error("Housekeeping of repository {} failed; it will be tried again", repositoryId, e);
      rows.failed(lease, repositoryId, state);
      damage.look(repositoryId);
      return false;
    }
  }

  private boolean work(long repositoryId, boolean full, Lease lease) throws IOException {
    Path repository = directories.check(repositoryId);
    PackOwner owner = owner(repositoryId, lease);
    packs.sweep(owner, repository);
    packs.packRefs(repositoryId);
    requireHeld(lease);
    boolean packedAll = packs.repack(owner, repository, full);
    requireHeld(lease);
    packs.writeCommitGraph(owner, repository, packedAll);
    derived.refresh(repositoryId, rows.refMovesBefore());
    return packedAll;
  }

  private PackOwner owner(long repositoryId, Lease lease) throws IOException {
    return PackOwner.repository(repositoryId, directories.pool(repositoryId)).under(lease);
  }

  private void requireHeld(Lease lease) {
    if (!lease.renew(TERM)) {
      throw new LostLeaseException();
    }
  }
}
