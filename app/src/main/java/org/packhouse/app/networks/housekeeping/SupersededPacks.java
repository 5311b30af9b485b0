package org.packhouse.app.networks.housekeeping;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
 * <p>Every reader looks into every pack that is listed beside its own, so what was replaced is soon
 * {@linkplain PackFolder#setAside set aside}, in a folder where nobody looks: who has it open has
 * it still, and who finds that it is gone looks again and finds what replaced it. What may go
 * without being elsewhere is set aside only when it is due, and goes when it has been there as long
 * as an operation may take: by then everybody is done who could have seen it, so that the refs tell
 * whether it is needed.
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

  /** The ids of repositories with packs to be set aside. */
  List<Long> repositoriesToSetAside() {
    return rows.repositoriesWithUncompared(asideBefore());
  }

  /** The ids of pools with packs to be set aside. */
  List<Long> poolsToSetAside() {
    return rows.poolsWithUncompared(asideBefore());
  }

  /** When a pack must have been superseded for readers not to see it any more. */
  private Instant asideBefore() {
    return clock.instant().minus(settings.readersFolderTime());
  }

  /** Sets those packs aside that were replaced a moment ago and wholly. */
  void setAside(PackOwner owner, PackFolder folder) throws IOException {
    List<Row> waiting = rows.uncompared(owner, asideBefore());
    if (waiting.isEmpty()) {
      return;
    }
    List<Going> going = present(folder, waiting);
    Map<String, Finding> findings = compare(owner, folder, going);
    Set<String> needed = takeBack(owner, going, findings);
    List<String> compared = new ArrayList<>();
    for (Going pack : going) {
      if (!needed.contains(pack.name())) {
        compared.add(pack.name());
        Finding finding = findings.get(pack.name());
        if (!pack.aside() && finding != null && finding.expiredCount() == 0) {
          folder.setAside(pack.name());
        }
      }
    }
    rows.compared(owner, compared, clock.instant());
  }

  /**
   * Puts back what was set aside and is not listed, or was set aside in part: a server that died,
   * or a database that is older than the folder.
   *
   * @return how many packs
   */
  int putBackUnlisted(PackOwner owner) throws IOException {
    return putBackUnlisted(owner, folder(owner));
  }

  private int putBackUnlisted(PackOwner owner, PackFolder folder) throws IOException {
    Set<String> listed = names(owner);
    Set<String> back = new HashSet<>(folder.halfAside());
    for (String name : folder.aside().packsByName().keySet()) {
      if (!listed.contains(name)) {
        back.add(name);
      }
    }
    Map<String, Pack> packs = back.isEmpty() ? Map.of() : folder.packsByName();
    for (String name : back) {
      if (packs.containsKey(name)) {
        folder.aside().remove(name, folder.aside().modifiedAt(name));
      } else {
        folder.putBack(name);
      }
    }
    return back.size();
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
    List<Going> going = present(folder, due);
    forgetOthers(owner, due, going);
    Map<String, Finding> findings = compare(owner, folder, going);
    Set<String> needed = takeBack(owner, going, findings);
    boolean expired = findings.values().stream().anyMatch(found -> found.expiredCount() > 0);
    if (expired && !isWholeWithout(owner, going, findings)) {
      going.forEach(pack -> needed.add(pack.name()));
    }
    for (Going pack : going) {
      Finding finding = findings.get(pack.name());
      if (needed.contains(pack.name())) {
        continue;
      }
      if (!pack.aside() && finding != null && finding.expiredCount() > 0) {
        folder.setAside(pack.name());
        rows.listedAnew(owner, pack.name(), clock.instant());
      } else {
        pack.folder().remove(pack.name(), pack.pack().modifiedAt());
        rows.remove(owner, pack.name());
      }
    }
  }

  /**
   * A listed pack that is there.
   *
   * @param aside whether it is set aside
   * @param readers the folder where readers look
   */
  private record Going(Pack pack, boolean aside, PackFolder readers) {

    String name() {
      return pack.name();
    }

    PackFolder folder() {
      return aside ? readers.aside() : readers;
    }
  }

  /** A listed pack that has lost its index. */
  private record Unindexed(PackFolder folder, Row row) {}

  /** Ends removals that were broken off: git reads no pack without its index. */
  private void removeUnindexed(PackOwner owner, PackFolder folder, List<Row> due)
      throws IOException {
    List<Unindexed> unindexed = new ArrayList<>();
    for (PackFolder place : List.of(folder, folder.aside())) {
      Map<String, Pack> packs = place.packsByName();
      for (Row row : due) {
        if (!packs.containsKey(row.name()) && place.modifiedAt(row.name()) == row.modifiedAt()) {
          unindexed.add(new Unindexed(place, row));
        }
      }
    }
    List<String> names = unindexed.stream().map(pack -> pack.row().name()).toList();
    if (!names.isEmpty() && reachable.missingWithout(owner, folder, names) == null) {
      for (Unindexed pack : unindexed) {
        pack.folder().remove(pack.row().name(), pack.row().modifiedAt());
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
    int unlisted = putBackUnlisted(owner, folder);
    List<Row> all = rows.listed(owner);
    List<Going> listed = present(folder, all);
    forgetOthers(owner, all, listed);
    return unlisted + takeBack(owner, listed, compare(owner, folder, listed)).size();
  }

  private PackFolder folder(PackOwner owner) {
    return new PackFolder(
        owner.isPool() ? storage.poolFolder(owner.id()) : storage.folder(owner.id()));
  }

  /** Those of listed packs that are there as they were. */
  private static List<Going> present(PackFolder folder, List<Row> listed) throws IOException {
    Map<String, Pack> packs = folder.packsByName();
    Map<String, Pack> packsAside = folder.aside().packsByName();
    List<Going> present = new ArrayList<>();
    for (Row row : listed) {
      Pack pack = packs.get(row.name());
      Pack packAside = packsAside.get(row.name());
      if (packAside != null && packAside.modifiedAt() == row.modifiedAt()) {
        present.add(new Going(packAside, true, folder));
      } else if (pack != null && !pack.kept() && pack.modifiedAt() == row.modifiedAt()) {
        present.add(new Going(pack, false, folder));
      }
    }
    return present;
  }

  /** Takes listed packs off the list that are not there, or not as they were. */
  private void forgetOthers(PackOwner owner, List<Row> listed, List<Going> present) {
    Set<String> there = present.stream().map(Going::name).collect(Collectors.toSet());
    for (Row row : listed) {
      if (!there.contains(row.name())) {
        rows.remove(owner, row.name());
      }
    }
  }

  private Map<String, Finding> compare(PackOwner owner, PackFolder folder, List<Going> going)
      throws IOException {
    Instant expired =
        owner.keepsAll() ? null : clock.instant().minus(settings.unreachableRetention());
    Map<String, Finding> findings = new HashMap<>();
    for (boolean aside : new boolean[] {false, true}) {
      List<Pack> packs =
          going.stream().filter(pack -> pack.aside() == aside).map(Going::pack).toList();
      if (!packs.isEmpty()) {
        List<Home> homes = homes(owner, folder, names(owner));
        findings.putAll(PackCoverage.of(aside ? folder.aside() : folder, packs, homes, expired));
      }
    }
    return findings;
  }

  private Set<String> takeBack(PackOwner owner, List<Going> going, Map<String, Finding> findings)
      throws IOException {
    Set<String> needed = new HashSet<>();
    for (Going pack : going) {
      Finding finding = findings.get(pack.name());
      if (finding != null && finding.homeless() != null) {
        LOG.error(
            "{}; it stays", new UnprovenPackException(owner, pack.name(), finding).getMessage());
        unproven.increment();
        keep(owner, pack);
        needed.add(pack.name());
      }
    }
    return needed;
  }

  /** Takes a pack off the list, and to where readers find it. */
  private void keep(PackOwner owner, Going pack) throws IOException {
    if (pack.aside()) {
      pack.readers().putBack(pack.name());
    }
    rows.remove(owner, pack.name());
  }

  /** What has expired may go if all that refs reach is there without it. */
  private boolean isWholeWithout(PackOwner owner, List<Going> going, Map<String, Finding> findings)
      throws IOException {
    List<Going> without = new ArrayList<>();
    for (Going pack : going) {
      Finding finding = findings.get(pack.name());
      if (finding != null && finding.homeless() == null) {
        without.add(pack);
      }
    }
    String missing =
        reachable.missingWithout(
            owner, without.getFirst().readers(), without.stream().map(Going::name).toList());
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
    for (Going pack : without) {
      keep(owner, pack);
    }
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
