package org.packhouse.app.upkeep.housekeeping;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
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
 * Decides by pack indexes which superseded packs may go: every object of theirs must be in a pack
 * that stays, or have been unreachable for long. Others are taken off the list.
 */
@Component
class SupersededCheck {

  private static final Logger LOG = LoggerFactory.getLogger(SupersededCheck.class);

  private final SupersededRows rows;
  private final RepositoryStorage storage;
  private final ReachableObjects reachable;
  private final HousekeepingSettings settings;
  private final Clock clock;
  private final Counter unproven;

  SupersededCheck(
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

  /** A listed pack that is present, in the readers' directory or set aside. */
  record Going(Pack pack, boolean aside, PackDirectory readers) {

    String name() {
      return pack.name();
    }

    PackDirectory directory() {
      return aside ? readers.aside() : readers;
    }
  }

  PackDirectory directory(PackOwner owner) {
    return new PackDirectory(
        owner.isPool() ? storage.poolDirectory(owner.id()) : storage.directory(owner.id()));
  }

  /**
   * Checks packs that are to be listed.
   *
   * @param going the names of all packs that do not stay
   * @param expired objects that a cruft pack dates before it may be in no other pack; null: none
   * @throws UnprovenPackException if an object is in no other pack
   */
  void requireCovered(
      PackOwner owner,
      PackDirectory directory,
      List<Pack> replaced,
      Set<String> going,
      @Nullable Instant expired)
      throws IOException {
    Map<String, Finding> findings =
        PackCoverage.of(directory, replaced, homes(owner, directory, going), expired);
    for (Map.Entry<String, Finding> finding : findings.entrySet()) {
      if (finding.getValue().homeless() != null) {
        unproven.increment();
        throw new UnprovenPackException(owner, finding.getKey(), finding.getValue());
      }
    }
  }

  /** Returns the listed packs that are present, and not others of the same name. */
  static List<Going> present(PackDirectory directory, List<Row> listed) throws IOException {
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

  /** Takes packs off the list that are missing or replaced by others of the same name. */
  void forgetOthers(PackOwner owner, List<Row> listed, List<Going> present) {
    Set<String> there = present.stream().map(Going::name).collect(Collectors.toSet());
    for (Row row : listed) {
      if (!there.contains(row.name())) {
        rows.remove(owner, row.name());
      }
    }
  }

  /** Returns the findings by name. */
  Map<String, Finding> compare(PackOwner owner, PackDirectory directory, List<Going> going)
      throws IOException {
    Instant expired =
        owner.keepsAll() ? null : clock.instant().minus(settings.unreachableRetention());
    Map<String, Finding> findings = new HashMap<>();
    for (boolean aside : new boolean[] {false, true}) {
      List<Pack> packs =
          going.stream().filter(pack -> pack.aside() == aside).map(Going::pack).toList();
      if (!packs.isEmpty()) {
        List<Home> homes = homes(owner, directory, rows.names(owner));
        findings.putAll(
            PackCoverage.of(aside ? directory.aside() : directory, packs, homes, expired));
      }
    }
    return findings;
  }

  /** Takes packs off the list that have unexpired objects of no other pack; returns their names. */
  Set<String> takeBack(PackOwner owner, List<Going> going, Map<String, Finding> findings)
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

  private void keep(PackOwner owner, Going pack) throws IOException {
    if (pack.aside()) {
      pack.readers().putBack(pack.name());
    }
    rows.remove(owner, pack.name());
  }

  /** Returns whether all that refs reach is there without the packs with expired objects. */
  boolean isWholeWithout(PackOwner owner, List<Going> going, Map<String, Finding> findings)
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
        "Packs of {} hold objects that were unreachable for {}, but without them others are missing:"
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
      homes.addAll(homes(pool, directory(pool), rows.names(pool)));
    }
    return homes;
  }
}
