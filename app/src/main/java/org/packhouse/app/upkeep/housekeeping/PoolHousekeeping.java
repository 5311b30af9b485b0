package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.packhouse.app.hosting.fork.PoolRecords;
import org.packhouse.app.hosting.fork.PoolRefs;
import org.packhouse.app.storage.objects.Pools;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Keeps pools quick to read, and removes those without members; no object leaves a pool before. */
@Service
public class PoolHousekeeping {

  private static final Logger LOG = LoggerFactory.getLogger(PoolHousekeeping.class);
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private static final Duration TERM = PackWriter.MAX_COMMAND_TIME.plus(MARGIN);

  private final PoolHousekeepingRows rows;
  private final Leases leases;
  private final Pools pools;
  private final PoolRecords records;
  private final PoolRefs refs;
  private final PackUpkeep packs;

  PoolHousekeeping(
      PoolHousekeepingRows rows,
      Leases leases,
      Pools pools,
      PoolRecords records,
      PoolRefs refs,
      PackUpkeep packs) {
    this.rows = rows;
    this.leases = leases;
    this.pools = pools;
    this.records = records;
    this.refs = refs;
    this.packs = packs;
  }

  /** Does the housekeeping of all due pools; a failure with one does not stop the others. */
  void runDue() {
    for (long poolId : records.used(packs.poolsToSetAside())) {
      setAside(poolId);
    }
    for (long poolId : records.used(rows.due(packs.unreadBefore()))) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      run(poolId, false, () -> rows.isDue(poolId, packs.unreadBefore()));
    }
    removeUnused();
  }

  void setAside(long poolId) {
    Optional<Lease> taken = leases.acquire("pool-housekeeping/" + poolId, MARGIN);
    if (taken.isEmpty()) {
      return;
    }
    try (Lease lease = taken.get()) {
      packs.setAside(PackOwner.pool(poolId).under(lease), pools.check(poolId));
    } catch (IOException | LostLeaseException e) {
      LOG.error("Superseded packs of pool {} could not be set aside", poolId, e);
    }
  }

  /** Returns false if another process does it, the pool is gone, or it failed, which is logged. */
  public boolean run(long poolId, boolean full) {
    return run(poolId, full, () -> true);
  }

  private boolean run(long poolId, boolean full, BooleanSupplier wanted) {
    Optional<Lease> taken =
        rows.find(poolId).isEmpty()
            ? Optional.empty()
            : leases.acquire("pool-housekeeping/" + poolId, TERM);
    if (taken.isEmpty()) {
      return false;
    }
    try (Lease lease = taken.get()) {
      Backlog state = rows.find(poolId).orElse(null);
      return state != null && wanted.getAsBoolean() && run(poolId, full, state, lease);
    } catch (LostLeaseException e) {
      LOG.warn("Another node has taken over the housekeeping of pool {}", poolId);
      return false;
    }
  }

  private boolean run(long poolId, boolean full, Backlog state, Lease lease) {
    try {
      boolean packedAll = work(poolId, full || rows.isFullDue(state), lease);
      records.measured(poolId, pools.measure(poolId));
      rows.succeeded(lease, poolId, state, packedAll);
      return true;
    } catch (IOException e) {
      LOG.error("Housekeeping of pool {} failed; it will be tried again", poolId, e);
      rows.failed(lease, poolId, state);
      return false;
    }
  }

  private boolean work(long poolId, boolean full, Lease lease) throws IOException {
    Path pool = pools.check(poolId);
    PackOwner owner = PackOwner.pool(poolId).under(lease);
    packs.sweep(owner, pool);
    refs.write(poolId, pool);
    boolean packedAll = packs.repack(owner, pool, full);
    if (!lease.renew(TERM)) {
      throw new LostLeaseException();
    }
    packs.writeCommitGraph(owner, pool, packedAll);
    return packedAll;
  }

  /**
   * Removes pools that have had no member for longer than any operation reads one. No repository
   * joins a pool without members; beyond the rows, no repository's alternates may name it.
   */
  void removeUnused() {
    List<Long> unused = records.unused(packs.unreadBefore());
    if (unused.isEmpty()) {
      return;
    }
    Set<Long> borrowed;
    try {
      borrowed = pools.borrowed();
    } catch (IOException e) {
      LOG.error("Cannot find out which pools are borrowed from; none is removed", e);
      return;
    }
    for (long poolId : unused) {
      if (borrowed.contains(poolId)) {
        LOG.error(
            "Pool {} has no member in the database, but a repository borrows from it", poolId);
        continue;
      }
      leases
          .acquire("pool-housekeeping/" + poolId, MARGIN)
          .ifPresent(lease -> {
            try (lease) {
              removeUnused(poolId);
            }
          });
    }
  }

  private void removeUnused(long poolId) {
    if (!records.unused(packs.unreadBefore()).contains(poolId)) {
      return;
    }
    try {
      pools.delete(poolId);
      records.delete(poolId);
      LOG.info("Removed pool {}, which had no member", poolId);
    } catch (IOException e) {
      LOG.error("Cannot remove pool {}; it will be tried again", poolId, e);
    }
  }
}
