package org.packhouse.app.networks.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.networks.fork.PoolRecords;
import org.packhouse.app.networks.fork.PoolRefs;
import org.packhouse.app.storage.objects.Pools;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Keeps pools quick to read, as {@link Housekeeping} does repositories, and removes those that no
 * repository is a member of. No object ever leaves a pool before that.
 */
@Service
public class PoolHousekeeping {

  private static final Logger LOG = LoggerFactory.getLogger(PoolHousekeeping.class);
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final PoolHousekeepingRows rows;
  private final Leases leases;
  private final PoolRefs refs;
  private final Repacking repacking;
  private final SupersededPacks superseded;
  private final PackWriter commands;
  private final Surroundings surroundings;

  PoolHousekeeping(
      PoolHousekeepingRows rows,
      Leases leases,
      PoolRefs refs,
      Repacking repacking,
      SupersededPacks superseded,
      PackWriter commands,
      Surroundings surroundings) {
    this.rows = rows;
    this.leases = leases;
    this.refs = refs;
    this.repacking = repacking;
    this.superseded = superseded;
    this.commands = commands;
    this.surroundings = surroundings;
  }

  /** The services that it works with. */
  @org.springframework.stereotype.Component
  record Surroundings(
      Pools pools, PoolRecords records, RepositoryStorage storage, HousekeepingSettings settings) {}

  /** Does what is due, on all pools. A failure with one does not keep it from the others. */
  void runDue() {
    for (long poolId : surroundings.records().used(rows.due(superseded.unreadBefore()))) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      run(poolId, false);
    }
    removeUnused();
  }

  /**
   * Does the housekeeping of a pool, due or not.
   *
   * @param full whether to pack everything anew, needed or not
   * @return false if another process is at it, the pool is gone, or it failed (and was logged)
   */
  public boolean run(long poolId, boolean full) {
    Backlog state = rows.find(poolId).orElse(null);
    Duration term = surroundings.settings().timeLimit().plus(MARGIN);
    Optional<Lease> taken =
        state == null ? Optional.empty() : leases.acquire("pool-housekeeping/" + poolId, term);
    if (state == null || taken.isEmpty()) {
      return false;
    }
    try (Lease lease = taken.get()) {
      boolean packedAll = work(poolId, full || rows.isFullDue(state), lease, term);
      surroundings.records().measured(poolId, surroundings.pools().measure(poolId));
      rows.succeeded(poolId, state, packedAll);
      return true;
    } catch (IOException e) {
      LOG.error("Housekeeping of pool {} failed; it will be tried again", poolId, e);
      rows.failed(poolId, state);
      return false;
    }
  }

  private boolean work(long poolId, boolean full, Lease lease, Duration term) throws IOException {
    Path pool = surroundings.pools().check(poolId);
    PackOwner owner = PackOwner.pool(poolId);
    PackFolder folder = new PackFolder(pool);
    superseded.removeDue(owner, folder);
    folder.sweep();
    refs.write(poolId, pool);
    boolean packedAll = repacking.run(owner, pool, full);
    if (!lease.renew(term)) {
      throw new IOException("The lease was lost to another process");
    }
    commands.run(
        owner, commands.command(pool, "commit-graph", "write", "--reachable", "--no-progress"));
    return packedAll;
  }

  /**
   * Removes pools that have had no member for longer than any operation reads one. Nothing can
   * become a member of a pool without members; and no folder of a repository may name it, whatever
   * the rows say.
   */
  void removeUnused() {
    List<Long> unused = surroundings.records().unused(superseded.unreadBefore());
    if (unused.isEmpty()) {
      return;
    }
    Set<Long> borrowed;
    try {
      borrowed = surroundings.storage().borrowedPools();
    } catch (IOException e) {
      LOG.error("Cannot look which pools are borrowed from; none is removed", e);
      return;
    }
    for (long poolId : unused) {
      if (borrowed.contains(poolId)) {
        LOG.error(
            "Pool {} has no member in the database, but a repository borrows from it", poolId);
        continue;
      }
      try {
        surroundings.pools().delete(poolId);
        surroundings.records().delete(poolId);
        LOG.info("Removed pool {}, which had no member", poolId);
      } catch (IOException e) {
        LOG.error("Cannot remove pool {}; it will be tried again", poolId, e);
      }
    }
  }
}
