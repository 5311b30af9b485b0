package org.packhouse.app.networks.housekeeping;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.networks.housekeeping.PackCoverage.Finding;
import org.packhouse.app.networks.housekeeping.PackCoverage.Home;
import org.packhouse.app.networks.housekeeping.PackFolder.Pack;
import org.packhouse.app.networks.housekeeping.SupersededRows.Row;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Packs whose objects are in other packs now. They stay as long as an operation may read them that
 * began before: on a network file system a file that is removed under its reader is lost to it in
 * the middle.
 *
 * <p>What lists a pack here, and what removes it later, is not believed but shown: from the
 * indexes, every object of the pack is in one that stays. The command that was to write the
 * replacement may have exited well without writing it, the file may have gone since, or the list
 * may be of a server that did not look. Only what nothing has referred to for long may go without
 * being elsewhere, and it goes only if all that refs reach is there without it.
 *
 * <p>The name of a pack is made of its content, so a push or a later repack may bring a pack of the
 * same name again, which is not superseded. A repack takes its own new names off the list; of a
 * push the file's time tells.
 */
@Component
class SupersededPacks {

  private static final Logger LOG = LoggerFactory.getLogger(SupersededPacks.class);

  private final SupersededRows rows;
  private final RepositoryStorage storage;
  private final ReachableObjects reachable;
  private final HousekeepingSettings settings;
  private final Clock clock;
  private final Counter unproven;

  SupersededPacks(
      SupersededRows rows,
      RepositoryStorage storage,
      ReachableObjects reachable,
      HousekeepingSettings settings,
      Clock clock,
      MeterRegistry meters) {
    this.rows = rows;
    this.storage = storage;
    this.reachable = reachable;
    this.settings = settings;
    this.clock = clock;
    this.unproven =
        Counter.builder("housekeeping.packs.unproven")
            .description(
                "Packs that were to be listed as replaced, or removed, though no other pack has one"
                    + " of their objects")
            .register(meters);
  }

  /** The names of an owner's superseded packs. */
  Set<String> names(PackOwner owner) {
    return rows.names(owner);
  }

  /**
   * Notes that packs have been replaced by others, in one transaction, if every object of theirs is
   * in a pack that stays.
   *
   * @param expired what a cruft pack dates before that may have been left out; null: nothing may
   * @throws UnprovenPackException if an object is nowhere else; nothing is noted then
   */
  void replace(
      PackOwner owner,
      PackFolder folder,
      Collection<Pack> packs,
      Collection<String> by,
      @Nullable Instant expired)
      throws IOException {
    List<Pack> replaced =
        packs.stream().filter(pack -> !pack.kept() && !by.contains(pack.name())).toList();
    Set<String> listed = names(owner);
    listed.removeAll(Set.copyOf(by));
    Set<String> going = new HashSet<>(listed);
    replaced.forEach(pack -> going.add(pack.name()));
    Map<String, Finding> findings =
        PackCoverage.of(folder, replaced, homes(owner, folder, going), expired);
    for (Map.Entry<String, Finding> finding : findings.entrySet()) {
      if (finding.getValue().homeless() != null) {
        unproven.increment();
        throw new UnprovenPackException(owner, finding.getKey(), finding.getValue());
      }
    }
    rows.list(owner, replaced, by, clock.instant());
  }

  /** When a pack must have been superseded so that nobody reads it now. */
  Instant unreadBefore() {
    return clock.instant().minus(settings.longestOperation()).minus(settings.removalMargin());
  }

  /**
   * Removes those packs of an owner that nobody can be reading any more. What is not shown to be
   * elsewhere stays, and is off the list from then on.
   */
  void removeDue(PackOwner owner, PackFolder folder) throws IOException {
    List<Row> due = rows.listedBefore(owner, unreadBefore());
    if (due.isEmpty()) {
      return;
    }
    removeUnindexed(owner, folder, due);
    List<Pack> going = present(owner, folder, due);
    Map<String, Finding> findings = compare(owner, folder, going);
    Set<String> needed = takeBack(owner, findings);
    boolean expired = findings.values().stream().anyMatch(found -> found.expiredCount() > 0);
    if (expired && !isWholeWithout(owner, folder, findings)) {
      going.forEach(pack -> needed.add(pack.name()));
    }
    for (Pack pack : going) {
      if (!needed.contains(pack.name())) {
        folder.remove(pack.name());
        rows.remove(owner, pack.name());
      }
    }
  }

  /** Ends removals that were broken off: git reads no pack without its index. */
  private void removeUnindexed(PackOwner owner, PackFolder folder, List<Row> due)
      throws IOException {
    Map<String, Pack> packs = folder.packsByName();
    List<String> unindexed = new ArrayList<>();
    for (Row row : due) {
      if (!packs.containsKey(row.name()) && folder.modifiedAt(row.name()) == row.modifiedAt()) {
        unindexed.add(row.name());
      }
    }
    if (!unindexed.isEmpty() && reachable.missingWithout(owner, folder, unindexed) == null) {
      for (String name : unindexed) {
        folder.remove(name);
      }
    }
  }

  /**
   * Takes off the list what is not shown to be elsewhere.
   *
   * @return how many packs
   */
  int takeBackNeeded(PackOwner owner) throws IOException {
    PackFolder folder = folder(owner);
    List<Row> listed = rows.listed(owner);
    return takeBack(owner, compare(owner, folder, present(owner, folder, listed))).size();
  }

  private PackFolder folder(PackOwner owner) {
    return new PackFolder(
        owner.isPool() ? storage.poolFolder(owner.id()) : storage.folder(owner.id()));
  }

  /** The listed packs that are there; rows of those that are not, or not as they were, go. */
  private List<Pack> present(PackOwner owner, PackFolder folder, List<Row> listed)
      throws IOException {
    Map<String, Pack> packs = folder.packsByName();
    List<Pack> present = new ArrayList<>();
    for (Row row : listed) {
      Pack pack = packs.get(row.name());
      if (pack != null && !pack.kept() && pack.modifiedAt() == row.modifiedAt()) {
        present.add(pack);
      } else {
        rows.remove(owner, row.name());
      }
    }
    return present;
  }

  private Map<String, Finding> compare(PackOwner owner, PackFolder folder, List<Pack> going)
      throws IOException {
    Instant expired =
        owner.keepsAll() ? null : clock.instant().minus(settings.unreachableRetention());
    return PackCoverage.of(folder, going, homes(owner, folder, names(owner)), expired);
  }

  private Set<String> takeBack(PackOwner owner, Map<String, Finding> findings) {
    Set<String> needed = new HashSet<>();
    findings.forEach((name, finding) -> {
      if (finding.homeless() != null) {
        LOG.error("{}; it stays", new UnprovenPackException(owner, name, finding).getMessage());
        unproven.increment();
        rows.remove(owner, name);
        needed.add(name);
      }
    });
    return needed;
  }

  /** What has expired may go if all that refs reach is there without it. */
  private boolean isWholeWithout(PackOwner owner, PackFolder folder, Map<String, Finding> findings)
      throws IOException {
    List<String> without = new ArrayList<>();
    findings.forEach((name, finding) -> {
      if (finding.homeless() == null) {
        without.add(name);
      }
    });
    String missing = reachable.missingWithout(owner, folder, without);
    if (missing == null) {
      return true;
    }
    LOG.error(
        "Packs of {} hold what nothing referred to for {}, but without them something is missing:"
            + " {}. They stay",
        owner,
        settings.unreachableRetention(),
        missing);
    unproven.increment();
    without.forEach(name -> rows.remove(owner, name));
    return false;
  }

  private List<Home> homes(PackOwner owner, PackFolder folder, Set<String> going)
      throws IOException {
    List<Home> homes = new ArrayList<>();
    for (String name : folder.packsByName().keySet()) {
      if (!going.contains(name)) {
        homes.add(new Home(folder, name));
      }
    }
    Long poolId = owner.poolId();
    if (poolId != null) {
      PackOwner pool = PackOwner.pool(poolId);
      homes.addAll(homes(pool, folder(pool), names(pool)));
    }
    return homes;
  }
}
