package org.packhouse.app.hosting.fork;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.storage.objects.Pools;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Moves the objects of fork networks into their pools. */
@Component
public class ForkNetwork {

  private final Pools pools;
  private final RepositoryDirectories directories;
  private final PoolRows rows;
  private final PoolRecords records;
  private final SupersededPackTimes superseded;
  private final ApplicationEventPublisher events;

  ForkNetwork(
      Pools pools,
      RepositoryDirectories directories,
      PoolRows rows,
      PoolRecords records,
      SupersededPackTimes superseded,
      ApplicationEventPublisher events) {
    this.pools = pools;
    this.directories = directories;
    this.rows = rows;
    this.records = records;
    this.superseded = superseded;
    this.events = events;
  }

  /** Copies all objects that the refs of a member reach into its pool. */
  public void lend(long repositoryId, long poolId) throws IOException {
    // Names first: what replaced a pack was there before its name was listed.
    Map<String, Long> replaced = superseded.ofRepository(repositoryId);
    Set<String> before = rows.lent(repositoryId);
    Pools.Lent lent = pools.lend(repositoryId, poolId, before, replaced);
    if (!lent.names().equals(before)) {
      rows.setLent(repositoryId, lent.names());
    }
    if (lent.brought() > 0) {
      records.measured(poolId, pools.measure(poolId));
      events.publishEvent(new PoolGrown(poolId, lent.brought()));
    }
  }

  /**
   * Lends a pool, created if necessary, the origin's objects, and lets the origin borrow from it.
   */
  void found(long originId, long poolId) throws IOException {
    pools.create(poolId);
    lend(originId, poolId);
    Long borrowsFrom = directories.pool(originId);
    pools.join(originId, poolId);
    pools.leaveBitmapTo(originId, poolId);
    if (borrowsFrom == null) {
      events.publishEvent(new BorrowingBegan(originId));
    }
  }

  /** Lets a repository without objects borrow from a pool. */
  void join(long forkId, long poolId) throws IOException {
    pools.join(forkId, poolId);
  }
}
