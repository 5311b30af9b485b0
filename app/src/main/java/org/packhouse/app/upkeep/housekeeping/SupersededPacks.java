package org.packhouse.app.upkeep.housekeeping;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
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
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.upkeep.housekeeping.PackCoverage.Finding;
import org.packhouse.app.upkeep.housekeeping.PackCoverage.Home;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.packhouse.app.upkeep.housekeeping.SupersededRows.Row;
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
 * {@linkplain PackDirectory#setAside set aside}, in a directory where nobody looks: who has it open
 * has it still, and who finds that it is gone looks again and finds what replaced it. What may go
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
  private static final int MAX_LOOKS = 5;

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
      PackDirectory directory,
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
        PackCoverage.of(directory, replaced, homes(owner, directory, going), expired);
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
    return clock.instant().minus(settings.readersDirectoryTime());
  }

  /** Sets those packs aside that were replaced a moment ago and wholly. */
  void setAside(PackOwner owner, PackDirectory directory) throws IOException {
    List<Row> waiting = rows.uncompared(owner, asideBefore());
    if (waiting.isEmpty()) {
      return;
    }
    List<Going> going = present(directory, waiting);
    Map<String, Finding> findings = compare(owner, directory, going);
    Set<String> needed = takeBack(owner, going, findings);
    List<String> compared = new ArrayList<>();
    for (Going pack : going) {
      if (!needed.contains(pack.name())) {
        compared.add(pack.name());
        Finding finding = findings.get(pack.name());
        if (!pack.aside() && finding != null && finding.expiredCount() == 0) {
          directory.setAside(pack.name());
        }
      }
    }
    rows.compared(owner, compared, clock.instant());
  }

  /**
   * Puts back what was set aside and is not listed, or was set aside in part: a server that died,
   * or a database that is older than the directory.
   *
   * @return how many packs
   */
  int putBackUnlisted(PackOwner owner) throws IOException {
    return putBackUnlisted(owner, directory(owner));
  }

  private int putBackUnlisted(PackOwner owner, PackDirectory directory) throws IOException {
    Set<String> listed = names(owner);
    Set<String> back = new HashSet<>(directory.halfAside());
    for (String name : directory.aside().names()) {
      if (!listed.contains(name)) {
        back.add(name);
      }
    }
    // What is taken for a second copy is removed: its files are opened, and not listed alone.
    Map<String, Pack> packs = back.isEmpty() ? Map.of() : directory.packsByName(back::contains);
    for (String name : back) {
      if (packs.containsKey(name)) {
        directory.aside().remove(name, directory.aside().modifiedAt(name));
      } else {
        directory.putBack(name);
      }
    }
    return back.size();
  }

  /**
   * Removes those packs of an owner that nobody can be reading any more. What is not shown to be
   * elsewhere stays, and is off the list from then on.
   */
  void removeDue(PackOwner owner, PackDirectory directory) throws IOException {
    List<Row> due = rows.listedBefore(owner, unreadBefore());
    if (due.isEmpty()) {
      return;
    }
    removeUnindexed(owner, directory, due);
    List<Going> going = present(directory, due);
    forgetOthers(owner, due, going);
    Map<String, Finding> findings = compare(owner, directory, going);
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
        directory.setAside(pack.name());
        rows.listedAnew(owner, pack.name(), clock.instant());
      } else {
        pack.directory().remove(pack.name(), pack.pack().modifiedAt());
        rows.remove(owner, pack.name());
      }
    }
  }

  /**
   * A listed pack that is there.
   *
   * @param aside whether it is set aside
   * @param readers the directory where readers look
   */
  private record Going(Pack pack, boolean aside, PackDirectory readers) {

    String name() {
      return pack.name();
    }

    PackDirectory directory() {
      return aside ? readers.aside() : readers;
    }
  }

  /** A listed pack that has lost its index. */
  private record Unindexed(PackDirectory directory, Row row) {}

  /** Ends removals that were broken off: git reads no pack without its index. */
  private void removeUnindexed(PackOwner owner, PackDirectory directory, List<Row> due)
      throws IOException {
    List<Unindexed> unindexed = new ArrayList<>();
    for (PackDirectory place : List.of(directory, directory.aside())) {
      Set<String> packs = place.names();
      for (Row row : due) {
        if (!packs.contains(row.name()) && place.modifiedAt(row.name()) == row.modifiedAt()) {
          unindexed.add(new Unindexed(place, row));
        }
      }
    }
    List<String> names = unindexed.stream().map(pack -> pack.row().name()).toList();
    if (!names.isEmpty() && reachable.missingWithout(owner, directory, names) == null) {
      for (Unindexed pack : unindexed) {
        pack.directory().remove(pack.row().name(), pack.row().modifiedAt());
      }
    }
  }

  /**
   * Takes off the list what is not shown to be elsewhere.
   *
   * @return how many packs
   */
  int takeBackNeeded(PackOwner owner) throws IOException {
    PackDirectory directory = directory(owner);
    return putBackUnlisted(owner, directory) + takeBackListed(owner, directory);
  }

  private int takeBackListed(PackOwner owner, PackDirectory directory) throws IOException {
    for (int looks = 1; ; looks++) {
      List<Row> all = rows.listed(owner);
      List<Going> listed = present(directory, all);
      forgetOthers(owner, all, listed);
      Map<String, Finding> findings;
      try {
        findings = compare(owner, directory, listed);
      } catch (NoSuchFileException e) {
        // A node that is up has removed packs meanwhile: what is there now is looked at.
        if (looks == MAX_LOOKS) {
          throw e;
        }
        continue;
      }
      return takeBack(owner, listed, findings).size();
    }
  }

  private PackDirectory directory(PackOwner owner) {
    return new PackDirectory(
        owner.isPool() ? storage.poolDirectory(owner.id()) : storage.directory(owner.id()));
  }

  /** Those of listed packs that are there as they were. */
  private static List<Going> present(PackDirectory directory, List<Row> listed) throws IOException {
    Set<String> names = listed.stream().map(Row::name).collect(Collectors.toSet());
    Map<String, Pack> packs = directory.packsByName(names::contains);
    Map<String, Pack> packsAside = directory.aside().packsByName(names::contains);
    List<Going> present = new ArrayList<>();
    for (Row row : listed) {
      Pack pack = packs.get(row.name());
      Pack packAside = packsAside.get(row.name());
      if (packAside != null && packAside.modifiedAt() == row.modifiedAt()) {
        present.add(new Going(packAside, true, directory));
      } else if (pack != null && !pack.kept() && pack.modifiedAt() == row.modifiedAt()) {
        present.add(new Going(pack, false, directory));
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

  private Map<String, Finding> compare(PackOwner owner, PackDirectory directory, List<Going> going)
      throws IOException {
    Instant expired =
        owner.keepsAll() ? null : clock.instant().minus(settings.unreachableRetention());
    Map<String, Finding> findings = new HashMap<>();
    for (boolean aside : new boolean[] {false, true}) {
      List<Pack> packs =
          going.stream().filter(pack -> pack.aside() == aside).map(Going::pack).toList();
      if (!packs.isEmpty()) {
        List<Home> homes = homes(owner, directory, names(owner));
        findings.putAll(
            PackCoverage.of(aside ? directory.aside() : directory, packs, homes, expired));
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

  private List<Home> homes(PackOwner owner, PackDirectory directory, Set<String> going)
      throws IOException {
    List<Home> homes = new ArrayList<>();
    for (String name : directory.names()) {
      if (!going.contains(name)) {
        homes.add(new Home(directory, name));
      }
    }
    Long poolId = owner.poolId();
    if (poolId != null) {
      PackOwner pool = PackOwner.pool(poolId);
      homes.addAll(homes(pool, directory(pool), names(pool)));
    }
    return homes;
  }
}
