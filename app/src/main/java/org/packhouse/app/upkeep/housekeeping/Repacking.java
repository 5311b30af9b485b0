package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps the packs of a repository few: rolls small ones up, and now and then repacks everything
 * with a bitmap, which makes clones cheap. Unreachable objects go into a cruft pack, which dates
 * each, and are dropped when they have been there for long enough.
 *
 * <p>No object may go that a running push relies on. A push relies on what refs reached when it
 * began, so an object goes only when nothing has reached it for longer than any push takes, and
 * packs that came after the repack listed the directory are left alone. What git claims to have
 * written is compared with what it was to write before anything is listed as superseded: see {@link
 * SupersededPacks}.
 */
@Component
class Repacking {

  private static final Logger LOG = LoggerFactory.getLogger(Repacking.class);

  private final PackWriter writer;
  private final SupersededPacks superseded;
  private final HousekeepingSettings settings;
  private final Clock clock;

  Repacking(
      PackWriter writer, SupersededPacks superseded, HousekeepingSettings settings, Clock clock) {
    this.writer = writer;
    this.superseded = superseded;
    this.settings = settings;
    this.clock = clock;
  }

  /** Returns whether everything was repacked. */
  boolean run(PackOwner owner, Path repository, boolean full) throws IOException {
    PackDirectory directory = new PackDirectory(repository);
    Set<String> gone = superseded.names(owner);
    List<Pack> packs = directory.packs(name -> !gone.contains(name));
    List<Pack> plain = new ArrayList<>();
    for (Pack pack : packs) {
      if (!pack.cruft() && !pack.kept() && isWhole(owner, directory, pack)) {
        plain.add(pack);
      }
    }
    if (plain.isEmpty()) {
      return false;
    }
    List<Pack> rollUp = PackGeometry.rollUp(plain);
    if (full || (owner.hasBitmap() && needsBitmap(plain, rollUp))) {
      LOG.debug("Full repack of {}, {} packs", owner, plain.size());
      packAll(owner, repository, directory, gone);
      LOG.debug("Full repack of {} is done", owner);
      return true;
    }
    if (!rollUp.isEmpty()) {
      LOG.debug("Rolling {} packs of {} up", rollUp.size(), owner);
      Set<Pack> rolledUp = new HashSet<>(rollUp);
      List<Pack> others = plain.stream().filter(pack -> !rolledUp.contains(pack)).toList();
      List<String> written = writer.together(repository, owner, rollUp, others);
      directory.force();
      superseded.replace(owner, directory, rollUp, written, null);
    }
    return false;
  }

  private static boolean isWhole(PackOwner owner, PackDirectory directory, Pack pack)
      throws IOException {
    try (PackedIds ids = directory.wholeIds(pack.name())) {
      if (ids == null) {
        LOG.error("{} of {} does not fit its index; it is not packed anew", pack.name(), owner);
      }
      return ids != null;
    }
  }

  private boolean needsBitmap(List<Pack> plain, List<Pack> rollUp) {
    return plain.stream().noneMatch(Pack::bitmap)
        || rollUp.stream().anyMatch(Pack::bitmap)
        || PackGeometry.isBitmapOutgrown(
            plain, clock.instant().minus(settings.readersDirectoryTime()));
  }

  private void packAll(PackOwner owner, Path repository, PackDirectory directory, Set<String> gone)
      throws IOException {
    List<Pack> present = directory.packs(name -> !gone.contains(name));
    if (!owner.keepsAll()) {
      directory.touch(
          present.stream().filter(pack -> !pack.cruft() && !pack.kept()).toList(), clock.instant());
    }
    Set<String> presentNames = present.stream().map(Pack::name).collect(Collectors.toSet());
    List<Pack> before = directory.packs(presentNames::contains);
    List<String> written = new ArrayList<>(writer.reachable(repository, owner));
    // Sets: after a minute of pushes there are thousands of each.
    Set<String> old = new LinkedHashSet<>(gone);
    before.stream().filter(pack -> !pack.kept()).map(Pack::name).forEach(old::add);
    written.forEach(old::remove);
    Set<String> fresh = new LinkedHashSet<>(directory.names());
    old.retainAll(fresh);
    fresh.removeAll(old);
    Instant expired =
        owner.keepsAll() ? null : clock.instant().minus(settings.unreachableRetention());
    written.addAll(writer.unreachable(repository, owner, fresh, old, expired));
    directory.force();
    superseded.replace(owner, directory, before, written, expired);
  }
}
