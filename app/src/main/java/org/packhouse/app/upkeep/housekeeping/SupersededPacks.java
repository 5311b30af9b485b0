package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.housekeeping.PackCoverage.Finding;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.packhouse.app.upkeep.housekeeping.SupersededCheck.Going;
import org.packhouse.app.upkeep.housekeeping.SupersededRows.Row;
import org.springframework.stereotype.Component;

/**
 * Superseded packs: their objects are in other packs now. They stay as long as an operation may
 * read them that began before: on a network file system a reader loses a file that is removed.
 *
 * <p>Neither listing nor removing a pack trusts the command that wrote the replacement: by the
 * indexes, every object of the pack must be in one that stays. The command may have exited with 0
 * without writing, the file may have gone since, or the list may be of an older server. Only
 * objects that have long been unreachable may be nowhere else, and they go only if all that refs
 * reach is there without the pack.
 *
 * <p>Readers look into every listed pack beside its replacement, so that a superseded pack is soon
 * {@linkplain PackDirectory#setAside set aside}: who has it open keeps it, and who finds it gone
 * looks again and finds its replacement. A pack with objects that are nowhere else is set aside
 * only when it is due, and goes after the time of the longest operation: by then every reader that
 * may have seen it is done, so that the refs tell whether it is needed.
 *
 * <p>The name of a pack is made of its content, so that a push or a later repack may bring a pack
 * of the same name, which is not superseded. A repack takes its new names off the list; for a push,
 * the time of the file tells.
 */
@Component
class SupersededPacks {

  private static final int MAX_LOOKS = 5;

  private final SupersededRows rows;
  private final SupersededCheck check;
  private final ReachableObjects reachable;
  private final HousekeepingSettings settings;
  private final Clock clock;

  SupersededPacks(
      SupersededRows rows,
      SupersededCheck check,
      ReachableObjects reachable,
      HousekeepingSettings settings,
      Clock clock) {
    this.rows = rows;
    this.check = check;
    this.reachable = reachable;
    this.settings = settings;
    this.clock = clock;
  }

  Set<String> names(PackOwner owner) {
    return rows.names(owner);
  }

  /**
   * Lists packs as superseded in one transaction, if every object of theirs is in a pack that
   * stays.
   *
   * @param expired objects that a cruft pack dates before this time may be in no other pack; null:
   *     none may
   * @throws UnprovenPackException if an object is in no other pack; nothing is listed then
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
    check.requireCovered(owner, directory, replaced, going, expired);
    rows.list(owner, replaced, by, clock.instant());
  }

  /** Returns the time before which superseded packs are read by no operation. */
  Instant unreadBefore() {
    return clock.instant().minus(settings.longestOperation()).minus(settings.removalMargin());
  }

  List<Long> repositoriesToSetAside() {
    return rows.repositoriesWithUncompared(asideBefore());
  }

  List<Long> poolsToSetAside() {
    return rows.poolsWithUncompared(asideBefore());
  }

  private Instant asideBefore() {
    return clock.instant().minus(settings.readersDirectoryTime());
  }

  /** Sets packs aside that were superseded a moment ago and have all objects elsewhere. */
  void setAside(PackOwner owner, PackDirectory directory) throws IOException {
    List<Row> waiting = rows.uncompared(owner, asideBefore());
    if (waiting.isEmpty()) {
      return;
    }
    List<Going> going = SupersededCheck.present(directory, waiting);
    Map<String, Finding> findings = check.compare(owner, directory, going);
    Set<String> needed = check.takeBack(owner, going, findings);
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
   * Puts packs back that are set aside in part or unlisted: after a crash, or under an older
   * database.
   */
  int putBackUnlisted(PackOwner owner) throws IOException {
    return putBackUnlisted(owner, check.directory(owner));
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
   * Removes packs of an owner that no operation can be reading any more. Those whose objects are
   * not all elsewhere stay and leave the list.
   */
  void removeDue(PackOwner owner, PackDirectory directory) throws IOException {
    List<Row> due = rows.listedBefore(owner, unreadBefore());
    if (due.isEmpty()) {
      return;
    }
    removeUnindexed(owner, directory, due);
    List<Going> going = SupersededCheck.present(directory, due);
    check.forgetOthers(owner, due, going);
    Map<String, Finding> findings = check.compare(owner, directory, going);
    Set<String> needed = check.takeBack(owner, going, findings);
    boolean expired = findings.values().stream().anyMatch(found -> found.expiredCount() > 0);
    if (expired && !check.isWholeWithout(owner, going, findings)) {
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

  private record Unindexed(PackDirectory directory, Row row) {}

  /** Completes removals that were broken off: git reads no pack without its index. */
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

  /** Takes packs off the list whose objects are not all elsewhere; returns their number. */
  int takeBackNeeded(PackOwner owner) throws IOException {
    PackDirectory directory = check.directory(owner);
    return putBackUnlisted(owner, directory) + takeBackListed(owner, directory);
  }

  private int takeBackListed(PackOwner owner, PackDirectory directory) throws IOException {
    for (int looks = 1; ; looks++) {
      List<Row> all = rows.listed(owner);
      List<Going> listed = SupersededCheck.present(directory, all);
      check.forgetOthers(owner, all, listed);
      Map<String, Finding> findings;
      try {
        findings = check.compare(owner, directory, listed);
      } catch (NoSuchFileException e) {
        // A node that is up has removed packs meanwhile: what is there now is looked at.
        if (looks == MAX_LOOKS) {
          throw e;
        }
        continue;
      }
      return check.takeBack(owner, listed, findings).size();
    }
  }
}
