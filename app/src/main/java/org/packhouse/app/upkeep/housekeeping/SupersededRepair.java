package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Takes superseded packs back that hold objects of no other pack: earlier versions did not check.
 */
@Component
class SupersededRepair {

  private static final Logger LOG = LoggerFactory.getLogger(SupersededRepair.class);

  private final SupersededRows rows;
  private final SupersededPacks superseded;
  private final RepositoryDamage damage;
  private final RepositoryDirectories directories;

  SupersededRepair(
      SupersededRows rows,
      SupersededPacks superseded,
      RepositoryDamage damage,
      RepositoryDirectories directories) {
    this.directories = directories;
    this.rows = rows;
    this.superseded = superseded;
    this.damage = damage;
  }

  /** The packs taken back; failures were logged. */
  record TakenBack(int packs, List<PackOwner> owners, int failed) {}

  TakenBack run() {
    Tally tally = new Tally();
    for (long repositoryId : rows.repositories()) {
      tally.add(
          "repository " + repositoryId,
          () -> PackOwner.repository(repositoryId, directories.pool(repositoryId)));
    }
    for (long poolId : rows.pools()) {
      tally.add("pool " + poolId, () -> PackOwner.pool(poolId));
    }
    tally.end();
    return new TakenBack(tally.packs, tally.owners, tally.failed);
  }

  /** Puts packs of a repository back that are set aside and on no list. */
  void putBackUnlisted(long repositoryId) throws IOException {
    int packs =
        superseded.putBackUnlisted(
            PackOwner.repository(repositoryId, directories.pool(repositoryId)));
    if (packs > 0) {
      LOG.warn("Put back {} packs of repository {} that no list names", packs, repositoryId);
    }
  }

  private interface Owned {
    PackOwner find() throws IOException;
  }

  private final class Tally {

    private final List<PackOwner> owners = new ArrayList<>();
    private int packs;
    private int failed;

    void add(String name, Owned owned) {
      try {
        PackOwner owner = owned.find();
        int taken = superseded.takeBackNeeded(owner);
        if (taken > 0) {
          packs += taken;
          owners.add(owner);
        }
      } catch (IOException e) {
        failed++;
        LOG.warn("Cannot compare the replaced packs of {} with those that stay", name, e);
      }
    }

    void end() {
      if (packs > 0) {
        LOG.warn(
            "Took back {} packs of {} repositories and pools: they were listed as replaced, but"
                + " hold objects that no other pack has",
            packs,
            owners.size());
      }
      for (PackOwner owner : owners) {
        if (!owner.isPool()) {
          damage.look(owner.id());
        }
      }
    }
  }
}
